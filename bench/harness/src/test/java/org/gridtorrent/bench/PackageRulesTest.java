package org.gridtorrent.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PackageRulesTest {
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.gridtorrent.bench");

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
