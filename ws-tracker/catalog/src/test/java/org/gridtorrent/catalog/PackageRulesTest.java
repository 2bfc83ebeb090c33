package org.gridtorrent.catalog;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {
    private static final DescribedPredicate<JavaClass> DATABASE_TYPE = JavaClass.Predicates
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.jdbi..",
                    "com.zaxxer..", "org.flywaydb..");

    @ArchTest
    static final ArchRule packagesFormNoCycle = slices().matching("org.gridtorrent.(**)").should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule accessPolicyIsPure = classes().that()
            .haveFullyQualifiedName(AccessPolicy.class.getName()).should()
            .onlyDependOnClassesThat().resideInAnyPackage("org.gridtorrent.catalog..",
                    "java.lang..");

    @ArchTest
    static final ArchRule noDatabaseTypeLeaves = noMethods().that().areDeclaredInClassesThat()
            .arePublic().and().arePublic()
            .and().doNotHaveModifier(JavaModifier.SYNTHETIC)
            .should().haveRawReturnType(DATABASE_TYPE)
            .orShould().haveRawParameterTypes(DescribedPredicate.anyElementThat(
                    DATABASE_TYPE));
}
