package org.gridtorrent.war;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent.war", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule NO_CONTAINER_IS_KNOWN = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.eclipse.jetty..", "org.apache..", "java.sql..");

    @ArchTest
    static final ArchRule NOTHING_BUT_THE_PAGES = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.gridtorrent.tracker..", "org.gridtorrent.standalone..",
                    "org.gridtorrent.engine..", "org.gridtorrent.client..");
}
