package org.gridtorrent.ccm;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent.ccm", importOptions = DoNotIncludeTests.class)
class PackageRulesTest {
    private static final long MOST_TYPES = 20;

    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("org.gridtorrent.ccm.(**)")
            .should().beFreeOfCycles();

    @ArchTest
    static final ArchRule featuresHaveNoCycles = slices().matching("org.gridtorrent.ccm.(*)..")
            .should().beFreeOfCycles();

    @ArchTest
    static final ArchRule uiKnowsNoOtherPackage = classes().that()
            .resideInAPackage("org.gridtorrent.ccm.ui").should()
            .onlyDependOnClassesThat(resideOutsideOfPackage("org.gridtorrent.ccm..")
                    .or(resideInAPackage("org.gridtorrent.ccm.ui")));

    @ArchTest
    static final ArchRule whatFeaturesShare_knowsNoFeature = classes().that()
            .resideInAnyPackage("org.gridtorrent.ccm.ui", "org.gridtorrent.ccm.http",
                    "org.gridtorrent.ccm.rest", "org.gridtorrent.ccm.mail",
                    "org.gridtorrent.ccm.site", "org.gridtorrent.ccm.command")
            .should().onlyDependOnClassesThat(resideOutsideOfPackage("org.gridtorrent.ccm..")
                    .or(resideInAnyPackage("org.gridtorrent.ccm.ui",
                            "org.gridtorrent.ccm.http", "org.gridtorrent.ccm.rest",
                            "org.gridtorrent.ccm.mail", "org.gridtorrent.ccm.site",
                            "org.gridtorrent.ccm.command")));

    /** Generated templates are not counted. */
    @ArchTest
    static void noPackageHasMoreThanTwentyTypes(JavaClasses classes) {
        assertThat(classes.stream().filter(JavaClass::isTopLevelClass)
                .filter(each -> !each.getSimpleName().equals("package-info"))
                .filter(each -> !each.getPackageName().startsWith("org.gridtorrent.ccm.template"))
                .collect(groupingBy(JavaClass::getPackageName, counting())))
                .allSatisfy((name, types) -> assertThat(types).as(name)
                        .isLessThanOrEqualTo(MOST_TYPES));
    }

    @ArchTest
    static final ArchRule databaseStaysInTheCatalog = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.jdbi..");

    @ArchTest
    static final ArchRule pagesKnowNoSoapAndNoServlets = noClasses().that()
            .resideOutsideOfPackages("org.gridtorrent.ccm", "org.gridtorrent.ccm.http",
                    "org.gridtorrent.ccm.rest", "org.gridtorrent.ccm.mail")
            .and().haveSimpleNameNotEndingWith("Resource").should().dependOnClassesThat()
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
    static final ArchRule jaxRsStaysInTheResources = noClasses().that()
            .resideOutsideOfPackage("org.gridtorrent.ccm.rest").and()
            .haveSimpleNameNotEndingWith("Resource").should().dependOnClassesThat()
            .resideInAPackage("jakarta.ws.rs..");

    @ArchTest
    static final ArchRule cxfStaysInTheRestLayer = noClasses().that()
            .resideOutsideOfPackage("org.gridtorrent.ccm.rest").should().dependOnClassesThat()
            .resideInAPackage("org.apache.cxf..");

    @ArchTest
    static final ArchRule transactionsStayInTheCatalog = noClasses().that()
            .resideInAPackage("org.gridtorrent.ccm..").should().dependOnClassesThat()
            .haveNameMatching("org\\.gridtorrent\\.catalog\\.db\\.(Transaction|Database)");
}
