package org.gridtorrent.tracker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent.tracker", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule packagesFormNoCycle = slices().matching("org.gridtorrent.(**)").should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule soapTypesStayInSoap = noClasses().that()
            .resideInAPackage("org.gridtorrent.tracker..").and()
            .resideOutsideOfPackage("org.gridtorrent.tracker.soap..").should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.gridtorrent.contract..", "org.apache.cxf..");

    @ArchTest
    static final ArchRule databaseStaysInTheCatalog = noClasses().that()
            .resideInAPackage("org.gridtorrent.tracker..").should().dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "org.jdbi..");

    @ArchTest
    static final ArchRule transactionsStayInTheCatalog = noClasses().that()
            .resideInAPackage("org.gridtorrent.tracker..").should().dependOnClassesThat()
            .haveNameMatching("org\\.gridtorrent\\.catalog\\.db\\.(Transaction|Database)");
}
