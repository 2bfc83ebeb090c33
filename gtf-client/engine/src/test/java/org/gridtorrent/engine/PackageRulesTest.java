package org.gridtorrent.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What docs/ARCHITECTURE.md says of this module. */
@AnalyzeClasses(packages = "org.gridtorrent.engine", importOptions = DoNotIncludeTests.class)
final class PackageRulesTest {
    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("org.gridtorrent.engine.(*)..")
            .should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ptcpStopsAtTheTransport = noClasses().that()
            .resideOutsideOfPackage("..engine.transport..").should().dependOnClassesThat()
            .resideInAPackage("org.gridtorrent.ptcp..");
}
