package org.gridtorrent.client.daemon;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.gridtorrent.client.config.Home;
import org.gridtorrent.client.config.HostPort;
import org.gridtorrent.client.config.TransportChoice;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.disk.ProcessLock;
import org.gridtorrent.client.disk.SocketPath;
import org.gridtorrent.client.export.ExportServer;
import org.gridtorrent.client.gateway.Gateway;
import org.gridtorrent.client.owner.FolderBrowser;
import org.gridtorrent.client.owner.OwnerRateLimits;
import org.gridtorrent.client.owner.OwnerRequests;
import org.gridtorrent.client.read.RemoteContentSource;
import org.gridtorrent.client.replica.ReplicaChecker;
import org.gridtorrent.client.replica.ReplicaPolicy;
import org.gridtorrent.client.security.DeviceIdentity;
import org.gridtorrent.client.security.Enrolment;
import org.gridtorrent.client.security.TicketCache;
import org.gridtorrent.client.security.TicketGate;
import org.gridtorrent.client.share.CachedContents;
import org.gridtorrent.client.share.Contents;
import org.gridtorrent.client.share.PeerChoice;
import org.gridtorrent.client.share.TrackerAccess;
import org.gridtorrent.client.task.OpenedFolders;
import org.gridtorrent.client.task.TaskBoard;
import org.gridtorrent.client.task.TaskManager;
import org.gridtorrent.client.task.TrackerLink;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.TrackerClient;
import org.gridtorrent.client.tree.FollowedTree;
import org.gridtorrent.client.tree.HeldContentSource;
import org.gridtorrent.client.web.WebClients;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.engine.transport.FarPtcpTransport;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;
import org.gridtorrent.engine.transport.Transport;
import org.gridtorrent.metainfo.address.ServerUri;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running daemon: everything wired together, from its lock to its control socket.
 *
 * <p>{@link #awaitStop} blocks until a command asks it to stop; {@link #close} may come from another
 * thread, as it does at a signal.
 */
public final class Daemon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    private final DaemonOptions options;
    private final DeviceIdentity device;
    private final Engine engine;
    private final TaskManager tasks;
    private final ReplicaChecker replicaChecker;
    private final CachedContents cachedContents;
    private final RemoteContentSource remoteContents;
    private final HeldContentSource heldContents;
    private final FollowedTree tree;
    private final Gateway gateway;
    private final ExportServer exports;
    private final ControlServer control;
    private final List<Thread> threads;
    private final CountDownLatch end = new CountDownLatch(1);
    private final ProcessLock lock;
    private boolean closed;

    /** There is one daemon a home. */
    public static final class HomeTakenException extends IOException {
        private static final long serialVersionUID = 1;

        HomeTakenException(String message) {
            super(message);
        }
    }

    private Daemon(DaemonOptions options, DeviceIdentity device, ProcessLock lock)
            throws IOException {
        this.lock = lock;
        this.options = options;
        this.device = device;
        Home home = options.home();
        InstantSource clock = InstantSource.system();
        TrackerClient tracker = new TrackerClient(device.enrolment().tracker(), device.tls());
        TicketCache passes = new TicketCache(tracker::issueTicket, clock);
        engine = listen(options, new TicketGate(device, passes, clock));
        OpenedFolders folders = new OpenedFolders(home.openedFolders());
        boolean localTracker = isLocal(device.enrolment().tracker());
        ReplicaPolicy replicaPolicy = new ReplicaPolicy(device.enrolment().tracker());
        TrackerAccess access = new TrackerAccess(tracker, passes,
                new PeerChoice(downloadTransport(options).name(), localTracker), replicaPolicy);
        TrackerAccess readAccess = new TrackerAccess(tracker, passes,
                new PeerChoice(options.transport().map(TransportChoice::name)
                        .orElse(PtcpTransport.NAME), localTracker),
                replicaPolicy);
        cachedContents = new CachedContents(home.cache(), options.cacheLimits(), engine,
                readAccess);
        Contents contents = new Contents(home.contents(), engine, access, cachedContents);
        WebClients webClients = new WebClients(home, System.getenv());
        engine.setReplicaClient(webClients::open);
        replicaChecker = new ReplicaChecker(contents::metainfo, tracker, webClients,
                replicaPolicy);
        remoteContents = new RemoteContentSource(contents::read, cachedContents::retain);
        heldContents = new HeldContentSource(contents::completeFolder, remoteContents);
        tree = new FollowedTree(home.tree(), FollowedTree.Tracker.of(tracker), heldContents);
        gateway = new Gateway(tree, home.drafts(), home.uploads(), options.gateway(),
                device.enrolment().pages());
        exports = new ExportServer(SocketPath.address(home.exportSocket()), tree);
        var owner = new OwnerRequests(new FolderBrowser(folders),
                new OwnerRateLimits(options.limits(), engine.limits()::set), tracker);
        Path downloads = options.downloads();
        tasks = new TaskManager(new TaskBoard(home.tasks()), contents, folders, downloads, tracker,
                options.version(), options.heardWithin(),
                () -> device.isExpired(clock.instant()), clock, told -> {
                    owner.hear(told);
                    replicaChecker.hear(told);
                    tree.hear(told.revision());
                });
        DeviceReporter reporter = new DeviceReporter(tracker, folders, downloads,
                options.offer(), options.version(), engine.listenAddress().getPort(),
                new ListenAddresses(engine.listenAddress(), localTracker),
                engine::setExternalAddress);
        control = new ControlServer(SocketPath.address(home.socket()),
                new ControlRequests(tasks, this::status, reporter::changed, gateway,
                        new CacheControl(cachedContents, tree), end));
        tasks.start();
        threads = new ArrayList<>(
                List.of(Thread.ofVirtual().name("device reporter").start(reporter),
                        Thread.ofVirtual().name("certificate keeper")
                                .start(new CertificateKeeper(device, tracker, clock))));
        options.metricsFile().ifPresent(file -> threads.add(Thread.ofVirtual().name("metrics")
                .start(new MetricsFile(file,
                        new DaemonMetrics(this::status, downloads, clock)))));
    }

    /** The identity's certificate must not have expired. */
    public static Daemon start(DaemonOptions options, DeviceIdentity device) throws IOException {
        closeToOthers(options.home().state());
        ProcessLock lock = ProcessLock.take(options.home().lock())
                .orElseThrow(() -> new HomeTakenException(
                        "another daemon runs with " + options.home().state()));
        Daemon daemon;
        try {
            daemon = new Daemon(options, device, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
        LOG.info("{} at {}: listening on {}", device.enrolment().userName(),
                device.enrolment().site(),
                HostPort.words(daemon.engine.listenAddress()));
        return daemon;
    }

    private static void closeToOthers(Path state) throws IOException {
        DurableFile.createPrivateFolder(state);
        try {
            if (DurableFile.closeToOthers(state)) {
                LOG.warn("{} was open to other users of this machine and is closed to them now",
                        state);
            }
        } catch (IOException e) {
            LOG.warn("{} is open to other users of this machine and cannot be closed to them: {}",
                    state, e.getMessage());
        }
    }

    private static TransportChoice downloadTransport(DaemonOptions options) {
        return options.transport().orElse(TransportChoice.TCP);
    }

    private static Engine listen(DaemonOptions options, TicketGate gate) throws IOException {
        InetSocketAddress wanted = ListenAddress.remembered(options.listen(),
                options.home().port());
        List<Transport> transports = List.of(new TcpTransport(),
                options.transport().<Transport>map(TransportChoice::ptcp)
                        .orElseGet(FarPtcpTransport::new));
        Engine engine = Engine.open(wanted, gate, transports, System::nanoTime, new SecureRandom());
        engine.limits().set(options.limits());
        ListenAddress.remember(engine.listenAddress().getPort(), options.home().port());
        return engine;
    }

    private static boolean isLocal(URI tracker) {
        try {
            return ServerUri.host(tracker).isPresent()
                    && InetAddress.getByName(ServerUri.host(tracker).get()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    public DaemonStatus status() {
        Enrolment enrolment = device.enrolment();
        TrackerLink link = tasks.link();
        int running = (int) tasks.board().all().stream()
                .filter(task -> task.state() == State.RUNNING).count();
        return new DaemonStatus(ProcessHandle.current().pid(), options.version(), enrolment.site(),
                enrolment.userName(), enrolment.deviceId(),
                HostPort.words(engine.listenAddress()),
                downloadTransport(options).toString(),
                enrolment.credentials().certificate().getNotAfter().toInstant().toString(),
                link.reachable(),
                link.since().toString(), Objects.requireNonNullElse(link.error(), ""), running,
                tasks.contents().views());
    }

    public void awaitStop() throws InterruptedException {
        end.await();
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        threads.forEach(Thread::interrupt);
        gateway.close();
        exports.close();
        tree.close();
        heldContents.close();
        remoteContents.close();
        replicaChecker.close();
        tasks.close();
        cachedContents.close();
        engine.close();
        control.close();
        lock.close();
        end.countDown();
        LOG.info("ended");
    }
}
