package org.gridtorrent.standalone;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
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
    static final ArchRule ENGINE_STAYS_IN_THE_READER = noClasses().that()
            .resideOutsideOfPackage("org.gridtorrent.standalone.reader").should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.gridtorrent.client..", "org.gridtorrent.engine..");

    /** Of the client the reader has nothing but how peers are admitted. */
    @ArchTest
    static final ArchRule READER_IS_NO_CLIENT = noClasses().should().dependOnClassesThat(
            resideInAPackage("org.gridtorrent.client..").and(resideOutsideOfPackages(
                    "org.gridtorrent.client.security", "org.gridtorrent.client.tracker",
                    "org.gridtorrent.client.tracker.call")));

    @ArchTest
    static final ArchRule TRANSACTIONS_STAY_IN_THE_CATALOG = noClasses().that()
            .resideInAPackage("org.gridtorrent.standalone..").should().dependOnClassesThat()
            .haveNameMatching("org\\.gridtorrent\\.catalog\\.db\\.(Transaction|Database)");
}
