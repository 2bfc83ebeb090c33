package org.gridtorrent.engine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Set;

/** Dependency rules of this module, as in docs/ARCHITECTURE.md. */
@AnalyzeClasses(packages = "org.gridtorrent.engine", importOptions = DoNotIncludeTests.class)
final class PackageRulesTest {
    /** Packages without I/O and clock. */
    private static final String[] DECIDERS = {"..engine.picker..", "..engine.choke..",
        "..engine.peers..", "..engine.metadata.."};

    private static final DescribedPredicate<JavaAccess<?>> A_CLOCK = describe("a clock",
            access -> isClock(access.getTargetOwner().getName(), access.getName()));

    private static boolean isClock(String owner, String name) {
        return owner.equals("java.lang.System")
                ? name.equals("nanoTime") || name.equals("currentTimeMillis")
                : owner.startsWith("java.time.") && (name.equals("now") || owner.endsWith("Clock"));
    }

    private static final Set<String> LOOKUP_METHODS = Set.of("getByName", "getAllByName",
            "getLocalHost", "getHostName", "getCanonicalHostName", "isReachable");

    private static final DescribedPredicate<JavaAccess<?>> A_NAME_SERVICE = describe(
            "a name service", access -> LOOKUP_METHODS.contains(access.getName())
                    && access.getTargetOwner().getPackageName().equals("java.net"));

    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching("org.gridtorrent.engine.(*)..")
            .should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ptcpStopsAtTheTransport = noClasses().that()
            .resideOutsideOfPackage("..engine.transport..").should().dependOnClassesThat()
            .resideInAPackage("org.gridtorrent.ptcp..");

    @ArchTest
    static final ArchRule decidersDoNoIo = noClasses().that().resideInAnyPackage(DECIDERS)
            .should().dependOnClassesThat(
                    resideInAnyPackage("java.io..", "java.net..", "java.nio..",
                            "..engine.storage..",
                            "..engine.announce..", "..engine.swarm..")
                            .and(not(belongToAnyOf(ByteBuffer.class, InetAddress.class,
                                    Inet4Address.class, Inet6Address.class,
                                    InetSocketAddress.class))))
            .orShould().accessTargetWhere(A_NAME_SERVICE);

    @ArchTest
    static final ArchRule decidersStartNoThreads = noClasses().that().resideInAnyPackage(DECIDERS)
            .should().dependOnClassesThat(
                    resideInAnyPackage("java.util.concurrent..").or(assignableTo(Thread.class)));

    @ArchTest
    static final ArchRule decidersReadNoClock = noClasses().that().resideInAnyPackage(DECIDERS)
            .should().accessTargetWhere(A_CLOCK);

    @ArchTest
    static final ArchRule memoryAndTimerKnowNobody = layer(
            new String[]{"..engine.memory..", "..engine.timer.."},
            "..engine.memory..", "..engine.timer..");

    @ArchTest
    static final ArchRule wireAndPieceAreTheLowestLayer = layer(
            new String[]{"..engine.wire..", "..engine.piece.."},
            "..engine.wire..", "..engine.piece..", "..engine.memory..");

    @ArchTest
    static final ArchRule transportKnowsTheWireOnly = layer(new String[]{"..engine.transport.."},
            "..engine.transport..", "..engine.wire..", "..engine.piece..");

    @ArchTest
    static final ArchRule limitsKnowNobody = layer(new String[]{"..engine.limit.."},
            "..engine.limit..");

    @ArchTest
    static final ArchRule windowsKnowNobody = layer(new String[]{"..engine.window.."},
            "..engine.window..");

    @ArchTest
    static final ArchRule pickerChokerAndMetadataKnowLowerLayersOnly = layer(
            new String[]{"..engine.picker..", "..engine.choke..", "..engine.metadata.."},
            "..engine.picker..", "..engine.choke..", "..engine.metadata..", "..engine.wire..",
            "..engine.piece..");

    @ArchTest
    static final ArchRule trackerMessagesKnowTheWireOnly = layer(
            new String[]{"..engine.announce.message.."},
            "..engine.announce.message..", "..engine.wire..");

    @ArchTest
    static final ArchRule httpTrackersKnowMessagesOnly = layer(
            new String[]{"..engine.announce.http.."},
            "..engine.announce.http..", "..engine.announce.message..", "..engine.wire..");

    @ArchTest
    static final ArchRule udpTrackersKnowMessagesOnly = layer(
            new String[]{"..engine.announce.udp.."},
            "..engine.announce.udp..", "..engine.announce.message..", "..engine.wire..");

    @ArchTest
    static final ArchRule cacheKnowsStorageOnly = layer(new String[]{"..engine.cache.."},
            "..engine.cache..", "..engine.storage..", "..engine.piece..");

    @ArchTest
    static final ArchRule peersKnowNoConnection = layer(new String[]{"..engine.peers.."},
            "..engine.peers..", "..engine.transport..", "..engine.wire..", "..engine.piece..");

    @ArchTest
    static final ArchRule connectionsKnowNoProtocolState = noClasses().that()
            .resideInAPackage("..engine.connection..").should().dependOnClassesThat()
            .resideInAnyPackage("..engine.extension..", "..engine.download..",
                    "..engine.upload..", "..engine.webseed..", "..engine.swarm..");

    @ArchTest
    static final ArchRule protocolStateKnowsNoSwarm = noClasses().that()
            .resideInAnyPackage("..engine.extension..", "..engine.download..",
                    "..engine.upload..", "..engine.webseed..", "..engine.status..")
            .should().dependOnClassesThat().resideInAPackage("..engine.swarm..");

    @ArchTest
    static final ArchRule announcerKnowsNoSwarm = layer(new String[]{"..engine.announce.."},
            "..engine.announce..", "..engine.wire..");

    /** Packages that depend on no other package of the engine than these. */
    private static ArchRule layer(String[] packages, String... allowed) {
        return classes().that().resideInAnyPackage(packages).should().onlyDependOnClassesThat(
                resideOutsideOfPackage("org.gridtorrent.engine..").or(resideInAnyPackage(allowed)));
    }
    static final ArchRule storageIsLayered = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("store").definedBy("..engine.storage")
            .layer("integrity").definedBy("..engine.storage.integrity..")
            .layer("journal").definedBy("..engine.storage.journal..")
            .layer("files").definedBy("..engine.storage.files..")
            .whereLayer("store").mayNotBeAccessedByAnyLayer()
            .whereLayer("integrity").mayOnlyBeAccessedByLayers("store")
            .whereLayer("journal").mayOnlyBeAccessedByLayers("store", "integrity");
}
