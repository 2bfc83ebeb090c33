package org.gridtorrent.ptcp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PackageRulesTest {
    private static final JavaClasses MODULE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.gridtorrent.ptcp");

    @Test
    void needsTheJdkOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "org.gridtorrent.ptcp..", "java..", "javax.crypto..", "javax.net..",
                        "org.jspecify..")
                .check(MODULE);
    }

    @Test
    void hasNoPackageCycles() {
        slices().matching("org.gridtorrent.(**)").should().beFreeOfCycles().check(MODULE);
    }
}
