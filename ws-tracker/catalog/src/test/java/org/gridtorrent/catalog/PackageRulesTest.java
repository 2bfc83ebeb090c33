package org.gridtorrent.catalog;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gridtorrent.catalog.dataset.AccessPolicy;

@AnalyzeClasses(packages = "org.gridtorrent", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    private static final DescribedPredicate<JavaClass> DATABASE_TYPE = JavaClass.Predicates
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.jdbi..",
                    "com.zaxxer..", "org.flywaydb..");

    @ArchTest
    static final ArchRule packagesFormNoCycle = slices().matching("org.gridtorrent.(**)").should()
            .beFreeOfCycles();

    /** Lowest first. */
    private static final List<String> LAYERS = Stream.of("refusal", "db", "audit", "change",
            "mail", "account", "device", "dataset", "notify", "task", "copy", "replica",
            "metadata", "swarm", "people", "invitation", "access", "search", "subscription",
            "workflow", "statistics").map(name -> "org.gridtorrent.catalog." + name).toList();

    @ArchTest
    static void dependenciesPointDown(JavaClasses classes) {
        for (int i = 0; i < LAYERS.size(); i++) {
            String[] above = Stream.concat(LAYERS.stream().skip(i + 1L),
                    Stream.of("org.gridtorrent.catalog")).toArray(String[]::new);
            noClasses().that().resideInAPackage(LAYERS.get(i)).should().dependOnClassesThat()
                    .resideInAnyPackage(above).check(classes);
        }
    }

    @ArchTest
    static void packagesHaveAtMostTwentyTypes(JavaClasses classes) {
        Map<String, Long> types = classes.stream().filter(type -> type.isTopLevelClass()
                && !type.getSimpleName().equals("package-info")
                && type.getPackageName().startsWith("org.gridtorrent.catalog"))
                .collect(groupingBy(JavaClass::getPackageName, counting()));
        assertThat(types).containsOnlyKeys(Stream.concat(LAYERS.stream(),
                Stream.of("org.gridtorrent.catalog")).toList());
        assertThat(types).allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(20));
    }

    /** Only the connections' own package opens any. */
    @ArchTest
    static final ArchRule connectionsAreMadeByTheDatabase = noClasses().that()
            .resideOutsideOfPackage("org.gridtorrent.catalog.db").should()
            .dependOnClassesThat().resideInAnyPackage("com.zaxxer..", "org.flywaydb..");

    @ArchTest
    static final ArchRule accessPolicyIsPure = classes().that()
            .haveFullyQualifiedName(AccessPolicy.class.getName()).should()
            .onlyDependOnClassesThat().resideInAnyPackage("org.gridtorrent.catalog..",
                    "java.lang..");

    @ArchTest
    static final ArchRule noDatabaseTypeLeaves = noMethods().that().areDeclaredInClassesThat()
            .arePublic().and().areDeclaredInClassesThat()
            .resideOutsideOfPackage("org.gridtorrent.catalog.db").and().arePublic()
            .and().doNotHaveModifier(JavaModifier.SYNTHETIC)
            .should().haveRawReturnType(DATABASE_TYPE)
            .orShould().haveRawParameterTypes(DescribedPredicate.anyElementThat(
                    DATABASE_TYPE));
}
