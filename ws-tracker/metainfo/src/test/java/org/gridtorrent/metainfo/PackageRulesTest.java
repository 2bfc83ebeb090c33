package org.gridtorrent.metainfo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent.metainfo", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule KNOWS_THE_JDK_ONLY = classes().should().onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.gridtorrent.metainfo..", "org.jspecify..");

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching("org.gridtorrent.metainfo.(*)..")
            .should().beFreeOfCycles();

    @ArchTest
    static final ArchRule IS_LAYERED = layeredArchitecture().consideringOnlyDependenciesInLayers()
            .layer("create").definedBy("..metainfo.create..")
            .layer("metainfo").definedBy("..metainfo")
            .layer("bencode").definedBy("..metainfo.bencode..")
            .layer("address").definedBy("..metainfo.address..")
            .whereLayer("create").mayNotBeAccessedByAnyLayer()
            .whereLayer("metainfo").mayOnlyBeAccessedByLayers("create")
            .whereLayer("bencode").mayOnlyBeAccessedByLayers("create", "metainfo")
            .whereLayer("address").mayOnlyBeAccessedByLayers("create", "metainfo");
}
