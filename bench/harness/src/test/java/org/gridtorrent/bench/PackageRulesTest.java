package org.gridtorrent.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PackageRulesTest {
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.gridtorrent.bench");

    /** Lowest first. */
    private static final List<String> LAYERS = Stream.of("process", "result", "link..", "testbed",
            "experiment", "endpoint", "peer", "ptcp", "engine", "swarm", "mdtp", "dataset",
            "gridjet",
            "transfer",
            "tracker..", "paper", "run", "report..").map(name -> "org.gridtorrent.bench." + name)
            .toList();

    @Test
    void dependenciesPointDown() {
        for (int i = 0; i < LAYERS.size() - 1; i++) {
            noClasses().that().resideInAPackage(LAYERS.get(i)).should().dependOnClassesThat()
                    .resideInAnyPackage(LAYERS.subList(i + 1, LAYERS.size())
                            .toArray(String[]::new))
                    .check(MODULE);
        }
        noClasses().that().resideOutsideOfPackage("org.gridtorrent.bench").should()
                .dependOnClassesThat().resideInAPackage("org.gridtorrent.bench").check(MODULE);
    }

    @Test
    void packagesHaveAtMostTwentyTypes() {
        Map<String, Long> types = MODULE.stream()
                .filter(type -> type.isTopLevelClass()
                        && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(types).allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(20));
    }

    @Test
    void hasNoPackageCycles() {
        slices().matching("org.gridtorrent.(**)").should().beFreeOfCycles().check(MODULE);
    }

    @Test
    void resultsKnowNothingOfExperiments() {
        noClasses()
                .that()
                .resideInAPackage("org.gridtorrent.bench.result")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.gridtorrent.bench.experiment")
                .check(MODULE);
    }

    @Test
    void onlyFiguresKnowDrawingLibraries() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.gridtorrent.bench.report.figure")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jfree..", "org.apache.batik..", "java.awt..")
                .check(MODULE);
    }
}
