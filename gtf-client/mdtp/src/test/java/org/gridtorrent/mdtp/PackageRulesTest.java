package org.gridtorrent.mdtp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent.mdtp", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    @ArchTest
    static final ArchRule KNOWS_THE_JDK_AND_METAINFO_ONLY = classes().should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "javax.net.ssl..", "javax.xml..",
                    "org.gridtorrent.mdtp..", "org.gridtorrent.metainfo",
                    "org.gridtorrent.metainfo.address", "org.slf4j..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule IS_LAYERED = layeredArchitecture().consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("mdtp").definedBy("..mdtp")
            .layer("schedule").definedBy("..mdtp.schedule..")
            .layer("http").definedBy("..mdtp.http..")
            .layer("metalink").definedBy("..mdtp.metalink..")
            .layer("checksum").definedBy("..mdtp.checksum..")
            .layer("file").definedBy("..mdtp.file..")
            .whereLayer("mdtp").mayNotBeAccessedByAnyLayer()
            .whereLayer("file").mayOnlyBeAccessedByLayers("mdtp")
            .whereLayer("metalink").mayOnlyBeAccessedByLayers("mdtp")
            .whereLayer("http").mayOnlyBeAccessedByLayers("mdtp", "metalink")
            .whereLayer("checksum").mayOnlyBeAccessedByLayers("mdtp", "metalink")
            .whereLayer("schedule")
            .mayOnlyBeAccessedByLayers("mdtp", "http", "file", "checksum");
}
