package org.gridtorrent.fuse;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent.fuse", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule KNOWS_THE_JDK_ONLY = classes().should().onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.gridtorrent.fuse..", "org.jspecify..");

    @ArchTest
    static final ArchRule IS_LAYERED = layeredArchitecture().consideringOnlyDependenciesInLayers()
            .layer("local").definedBy("..fuse.local..")
            .layer("fuse").definedBy("..fuse")
            .layer("protocol").definedBy("..fuse.protocol..")
            .layer("system").definedBy("..fuse.system..")
            .whereLayer("local").mayNotBeAccessedByAnyLayer()
            .whereLayer("fuse").mayOnlyBeAccessedByLayers("local")
            .whereLayer("protocol").mayOnlyBeAccessedByLayers("fuse", "local")
            .whereLayer("system").mayOnlyBeAccessedByLayers("fuse", "local", "protocol");
}
