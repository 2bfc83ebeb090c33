package org.gridtorrent.e2e;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Who may know whom, over all modules: what docs/ARCHITECTURE.md draws. */
@AnalyzeClasses(packages = "org.gridtorrent", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    /** Each module's package, and the modules that it may know besides itself. */
    private static final Map<String, Set<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("ptcp", Set.of()),
            Map.entry("metainfo", Set.of()),
            Map.entry("contract", Set.of()),
            Map.entry("identity", Set.of()),
            Map.entry("catalog", Set.of("identity", "metainfo")),
            Map.entry("tracker", Set.of("contract", "identity", "metainfo", "catalog")),
            Map.entry("mdtp", Set.of("metainfo")),
            Map.entry("engine", Set.of("ptcp", "metainfo", "mdtp")),
            Map.entry("client", Set.of("engine", "mdtp", "metainfo", "contract", "identity")),
            Map.entry("ccm", Set.of("catalog", "identity", "metainfo", "mdtp")),
            Map.entry("standalone",
                    Set.of("catalog", "identity", "tracker", "ccm", "metainfo", "engine",
                            "client")),
            Map.entry("bench",
                    Set.of("ptcp", "metainfo", "contract", "identity", "catalog", "tracker",
                            "engine", "mdtp",
                            "client", "ccm", "standalone")),
            Map.entry("e2e", Set.of()));

    @ArchTest
    static void modulesKnowOnlyThoseBelow(JavaClasses classes) {
        MAY_KNOW.forEach((module, known) -> {
            var others = new TreeSet<>(MAY_KNOW.keySet());
            others.removeAll(known);
            others.remove(module);
            noClasses().that().resideInAPackage("org.gridtorrent." + module + "..").should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            others.stream().map(other -> "org.gridtorrent." + other + "..")
                                    .toArray(String[]::new))
                    .allowEmptyShould(true).check(classes);
        });
    }

    @ArchTest
    static final ArchRule MODULES_FORM_NO_CYCLE = slices().matching("org.gridtorrent.(*)..")
            .should().beFreeOfCycles();

    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CYCLE = slices().matching("org.gridtorrent.e2e.(*)..")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule JDBC_STAYS_IN_THE_CATALOG = noClasses().that()
            .resideInAPackage("org.gridtorrent..").and()
            .resideOutsideOfPackage("org.gridtorrent.catalog..").should()
            .dependOnClassesThat().resideInAnyPackage("java.sql..", "org.jdbi..", "org.flywaydb..");
}
