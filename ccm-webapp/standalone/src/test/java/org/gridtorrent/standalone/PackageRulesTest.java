package org.gridtorrent.standalone;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent.standalone", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule PACKAGES_FORM_NO_CYCLE = slices()
            .matching("org.gridtorrent.standalone.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule DATABASE_STAYS_IN_THE_CATALOG = noClasses().should()
            .dependOnClassesThat().resideInAnyPackage("java.sql..", "org.jdbi..", "org.h2..");

    @ArchTest
    static final ArchRule SOAP_STAYS_IN_THE_TRACKER = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.gridtorrent.contract..", "org.apache.cxf..", "jakarta.xml..");

    @ArchTest
    static final ArchRule CLIENT_IS_NOT_KNOWN = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.gridtorrent.client..", "org.gridtorrent.engine..");
}
