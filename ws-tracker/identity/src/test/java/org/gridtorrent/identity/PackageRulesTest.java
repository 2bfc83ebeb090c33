package org.gridtorrent.identity;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule packagesFormNoCycle = slices().matching("org.gridtorrent.(**)").should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule knowsBouncyCastleAndTheJdkOnly = classes().that()
            .resideInAPackage("org.gridtorrent.identity..").should()
            .onlyDependOnClassesThat().resideInAnyPackage("org.gridtorrent.identity..",
                    "org.bouncycastle..", "org.jspecify..", "java..", "javax.crypto..",
                    "javax.security..");
}
