package org.gridtorrent.ptcp;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.gridtorrent.ptcp.net.Channel;

@AnalyzeClasses(packages = "org.gridtorrent.ptcp", importOptions = DoNotIncludeTests.class)
final class PackageRulesTest {
    private static final DescribedPredicate<JavaAccess<?>> A_CLOCK = describe("a clock",
            access -> isClock(access.getTargetOwner().getName(), access.getName()));

    private static final DescribedPredicate<JavaClass> NOT_EXPORTED = resideInAnyPackage(
            "org.gridtorrent.ptcp.*..");

    private static final String TUNER = "org\\.gridtorrent\\.ptcp\\.session\\.StreamCountTuner.*";

    private static boolean isClock(String owner, String name) {
        return owner.equals("java.lang.System")
                ? name.equals("nanoTime") || name.equals("currentTimeMillis")
                : owner.startsWith("java.time.") && (name.equals("now") || owner.endsWith("Clock"));
    }

    @ArchTest
    static final ArchRule needsTheJdkOnly = classes().should().onlyDependOnClassesThat()
            .resideInAnyPackage("org.gridtorrent.ptcp..", "java..", "javax.crypto..", "javax.net..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule layersDependDownwards = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("sockets").definedBy("org.gridtorrent.ptcp")
            .layer("socket").definedBy("org.gridtorrent.ptcp.socket")
            .layer("handshake").definedBy("org.gridtorrent.ptcp.handshake")
            .layer("session").definedBy("org.gridtorrent.ptcp.session")
            .layer("stream").definedBy("org.gridtorrent.ptcp.stream")
            .layer("net").definedBy("org.gridtorrent.ptcp.net")
            .whereLayer("sockets").mayNotBeAccessedByAnyLayer()
            .whereLayer("socket").mayOnlyBeAccessedByLayers("sockets")
            .whereLayer("handshake").mayOnlyBeAccessedByLayers("sockets", "socket")
            .whereLayer("session").mayOnlyBeAccessedByLayers("sockets", "socket", "handshake")
            .whereLayer("stream").mayOnlyBeAccessedByLayers("session")
            .ensureAllClassesAreContainedInArchitecture();

    @ArchTest
    static final ArchRule exportsPublicTypesOnly = classes().that()
            .resideInAPackage("org.gridtorrent.ptcp").and().areTopLevelClasses()
            .and().doNotHaveSimpleName("package-info")
            .should().bePublic();

    @ArchTest
    static final ArchRule publicMethodsNameExportedTypesOnly = codeUnits().that()
            .areDeclaredInClassesThat().resideInAPackage("org.gridtorrent.ptcp").and().arePublic()
            .should().notHaveRawReturnType(NOT_EXPORTED)
            .andShould().notHaveRawParameterTypes(describe("a type that is not exported",
                    types -> types.stream().anyMatch(NOT_EXPORTED)));

    @ArchTest
    static final ArchRule theStreamDoesNoIo = noClasses().that()
            .resideInAPackage("org.gridtorrent.ptcp.stream").should().dependOnClassesThat(
                    resideInAnyPackage("java.nio.channels..").or(assignableTo(Socket.class))
                            .or(assignableTo(Channel.class)));

    @ArchTest
    static final ArchRule theTunerDoesNoIoAndStartsNoThreads = noClasses().that()
            .haveNameMatching(TUNER).should().dependOnClassesThat(
                    resideInAnyPackage("java.io..", "java.net..", "java.nio..",
                            "java.util.concurrent..").or(assignableTo(Thread.class))
                            .and(DescribedPredicate.not(assignableTo(TimeUnit.class))));

    @ArchTest
    static final ArchRule theTunerReadsNoClock = noClasses().that()
            .haveNameMatching(TUNER)
            .should().accessTargetWhere(A_CLOCK);
}
