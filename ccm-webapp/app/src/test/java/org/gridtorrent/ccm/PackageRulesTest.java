package org.gridtorrent.ccm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent.ccm", importOptions = DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("org.gridtorrent.ccm.(*)..")
            .should().beFreeOfCycles();

    @ArchTest
    static final ArchRule databaseStaysInTheCatalog = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.jdbi..");

    @ArchTest
    static final ArchRule pagesKnowNoSoapAndNoServlets = noClasses().that()
            .resideOutsideOfPackages("org.gridtorrent.ccm", "org.gridtorrent.ccm.web",
                    "org.gridtorrent.ccm.rest..", "org.gridtorrent.ccm.mail")
            .should().dependOnClassesThat()
            .resideInAnyPackage("jakarta..", "org.gridtorrent.contract..");

    @ArchTest
    static final ArchRule smtpStaysInTheMail = noClasses().that()
            .resideOutsideOfPackage("org.gridtorrent.ccm.mail").should().dependOnClassesThat()
            .resideInAnyPackage("jakarta.mail..", "org.eclipse.angus..");

    @ArchTest
    static final ArchRule mailKnowsNoServlets = noClasses().that()
            .resideInAPackage("org.gridtorrent.ccm.mail").should().dependOnClassesThat()
            .resideInAnyPackage("jakarta.servlet..", "jakarta.ws..");

    @ArchTest
    static final ArchRule cxfStaysInTheRestInterface = noClasses().that()
            .resideOutsideOfPackage("org.gridtorrent.ccm.rest..").should().dependOnClassesThat()
            .resideInAnyPackage("jakarta.ws.rs..", "org.apache.cxf..");

    @ArchTest
    static final ArchRule transactionsStayInTheCatalog = noClasses().that()
            .resideInAPackage("org.gridtorrent.ccm..").should().dependOnClassesThat()
            .haveNameMatching("org\\.gridtorrent\\.catalog\\.db\\.(Transaction|Database)");
}
