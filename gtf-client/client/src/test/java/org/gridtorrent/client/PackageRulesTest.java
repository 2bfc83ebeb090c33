package org.gridtorrent.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom in this module. */
@AnalyzeClasses(packages = "org.gridtorrent.client", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule packagesFormNoCycle = slices().matching("org.gridtorrent.client.(*)..")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule soapStaysInTheGateway = noClasses().that()
            .resideOutsideOfPackage("org.gridtorrent.client.tracker..").should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.gridtorrent.contract..", "jakarta.xml..", "org.apache.cxf..");

    @ArchTest
    static final ArchRule noServerSide = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.gridtorrent.catalog..", "org.gridtorrent.tracker..",
                    "org.gridtorrent.ccm..",
                    "java.sql..", "jakarta.servlet..");

    @ArchTest
    static final ArchRule commandsAreKnownToNobody = noClasses().that()
            .resideInAnyPackage("org.gridtorrent.client.daemon..", "org.gridtorrent.client.task..",
                    "org.gridtorrent.client.share..",
                    "org.gridtorrent.client.security..", "org.gridtorrent.client.tracker..",
                    "org.gridtorrent.client.config..")
            .should().dependOnClassesThat()
            .resideInAnyPackage("org.gridtorrent.client.command..", "picocli..");

    @ArchTest
    static final ArchRule sharingKnowsNoTask = noClasses().that()
            .resideInAnyPackage("org.gridtorrent.client.share..",
                    "org.gridtorrent.client.tracker..")
            .should().dependOnClassesThat().resideInAPackage("org.gridtorrent.client.task..");
}
