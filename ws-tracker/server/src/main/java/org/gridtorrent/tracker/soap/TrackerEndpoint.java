package org.gridtorrent.tracker.soap;

import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.AccessList;
import org.gridtorrent.catalog.dataset.ContentAuthorization.Reading;
import org.gridtorrent.catalog.dataset.ReadableDatasets.Page;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.swarm.Swarms;
import org.gridtorrent.catalog.swarm.Swarms.Announcement;
import org.gridtorrent.catalog.task.Task.Report;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.catalog.workflow.Registrations.Registration;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.Credentials;
import org.gridtorrent.contract.Endpoint;
import org.gridtorrent.contract.FolderEntry;
import org.gridtorrent.contract.GoneDataset;
import org.gridtorrent.contract.Listed;
import org.gridtorrent.contract.OwnersLimits;
import org.gridtorrent.contract.Peer;
import org.gridtorrent.contract.Place;
import org.gridtorrent.contract.Question;
import org.gridtorrent.contract.ReadableDataset;
import org.gridtorrent.contract.ReplicaCheck;
import org.gridtorrent.contract.ReplicaProblem;
import org.gridtorrent.contract.SwarmCounts;
import org.gridtorrent.contract.Task;
import org.gridtorrent.contract.TaskFile;
import org.gridtorrent.contract.TaskProblem;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.identity.Digests;
import org.gridtorrent.identity.SiteKeys;
import org.gridtorrent.identity.Ticket;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.tracker.admission.Admission;
import org.gridtorrent.tracker.admission.Caller;
import org.gridtorrent.tracker.admission.RequestContext;
import org.gridtorrent.tracker.limit.Workload;
import org.gridtorrent.tracker.swarm.PeerAddressPolicy;
import org.jspecify.annotations.Nullable;

/** The WSDL's operations. Stateless; each call runs on a virtual thread of its own. */
@WebService(endpointInterface = "org.gridtorrent.contract.WsTracker", targetNamespace = "urn:gridtorrent:tracker:1", serviceName = "WsTrackerService", portName = "WsTrackerPort", wsdlLocation = "classpath:org/gridtorrent/contract/ws-tracker.wsdl")
public final class TrackerEndpoint implements WsTracker {
    /** Of the contract (ws-tracker.wsdl). */
    private static final int LEVEL = 10;

    private final SiteKeys keys;
    private final Catalog catalog;
    private final Admission admission;
    private final InstantSource clock;
    private final BooleanSupplier closing;
    private final boolean open;
    private final Workload workload;
    private final Enrolment enrolment;

    /** Of an open site, strangers may have what is public. */
    public TrackerEndpoint(SiteKeys keys, Catalog catalog, Admission admission,
            InstantSource clock, BooleanSupplier closing, boolean open, Workload workload) {
        this.keys = keys;
        this.catalog = catalog;
        this.admission = admission;
        this.clock = clock;
        this.closing = closing;
        this.open = open;
        this.workload = workload;
        this.enrolment = new Enrolment(keys, catalog, clock);
    }

    @Override
    public void enrol(String code, byte[] certificateRequest, String deviceName,
            String clientVersion, Holder<String> site, Holder<String> userId,
            Holder<String> userName, Holder<String> deviceId, Holder<Credentials> credentials,
            Holder<String> apiToken) throws TrackerFault {
        var joined = Faults.guard(
                () -> enrolment.enrol(code, certificateRequest, deviceName, clientVersion));
        site.value = keys.site();
        userId.value = joined.enrolled().account().id();
        userName.value = joined.enrolled().account().name();
        deviceId.value = joined.enrolled().device().id();
        credentials.value = joined.credentials();
        apiToken.value = joined.enrolled().apiToken();
    }

    @Override
    public Credentials renew(byte[] certificateRequest) throws TrackerFault {
        return Faults.guard(() -> enrolment.renew(
                known().orElseThrow(Faults::notEnrolled),
                certificateRequest));
    }

    @Override
    public void reportDevice(String clientVersion, List<Endpoint> endpoints, long freeBytes,
            List<String> folders) throws TrackerFault {
        Caller caller = caller();
        Faults.guard(() -> {
            catalog.machines().devices().report(caller.device().deviceId(),
                    new Device.Report(clientVersion,
                            endpoints.stream().map(Soap::endpoint).toList(), freeBytes, folders));
            return true;
        });
    }

    @Override
    public String reportPlaces(List<Place> places) throws TrackerFault {
        Caller caller = caller();
        String observed = RequestContext.CURRENT.get().address();
        return Faults.guard(() -> {
            try {
                catalog.machines().addresses().report(caller.device().deviceId(), PeerAddressPolicy
                        .believable(places.stream().flatMap(Soap::places).toList(), observed));
                return observed;
            } catch (IllegalArgumentException e) {
                throw Faults.invalid("A place is at no address: " + e.getMessage() + ".");
            }
        });
    }

    @Override
    public void offerRoom(long bytes, boolean alwaysOn) throws TrackerFault {
        Caller caller = caller();
        Faults.guard(() -> {
            catalog.machines().devices().offer(caller.device().deviceId(), bytes, alwaysOn);
            return true;
        });
    }

    @Override
    public void openSession(String clientVersion, Holder<Long> session, Holder<Integer> level)
            throws TrackerFault {
        Caller caller = caller();
        session.value = Faults.guard(() -> catalog.work().assignments()
                .openSession(caller.device().deviceId(), clientVersion));
        level.value = LEVEL;
    }

    @Override
    public void fetchTasks(long afterRevision, int waitSeconds, @Nullable Long session,
            @Nullable Boolean withQuestions, @Nullable Boolean withReplicaChecks,
            @Nullable Boolean withNonPrivate, Holder<Long> revision, Holder<List<Task>> task,
            Holder<List<Question>> question, Holder<OwnersLimits> limits,
            Holder<List<ReplicaCheck>> replicaCheck) throws TrackerFault {
        Caller caller = caller();
        String device = caller.device().deviceId();
        boolean asked = session != null && Boolean.TRUE.equals(withQuestions);
        revision.value = Faults.guard(() -> {
            catalog.machines().devices().seen(device);
            return await(device, afterRevision, Duration.ofSeconds(waitSeconds), asked);
        });
        if (!admission.stillAdmits(caller)) {
            throw Faults.notEnrolled();
        }
        // Read after the revision: what changes in between is told by the next poll.
        task.value = Faults.guard(
                () -> tasks(device, session, Boolean.TRUE.equals(withNonPrivate)));
        question.value = asked
                ? Faults.guard(() -> catalog.machines().folderQueries().handOut(device).stream()
                        .map(Soap::question).toList())
                : List.of();
        if (asked) {
            limits.value = Faults.guard(() -> Soap.limits(catalog.machines().limits().of(device)));
        }
        replicaCheck.value = session != null && Boolean.TRUE.equals(withReplicaChecks)
                ? Faults.guard(() -> catalog.sharing().replicas().handOut(device).stream()
                        .map(Soap::replicaCheck).toList())
                : List.of();
    }

    @Override
    public void reportReplica(String replicaId, long session, long bytes, int pieces,
            @Nullable ReplicaProblem problem, @Nullable String file) throws TrackerFault {
        String device = caller().device().deviceId();
        boolean known = Faults.guard(() -> {
            catalog.work().assignments().requireSession(device, session);
            return catalog.sharing().replicas().report(device, replicaId,
                    Soap.checkResult(problem, file, bytes, pieces));
        });
        if (!known) {
            throw Faults.notFound("replica check");
        }
    }

    @Override
    public void answerQuestion(String questionId, Listed listed, int total,
            List<FolderEntry> entries) throws TrackerFault {
        Caller caller = caller();
        boolean known = Faults
                .guard(() -> catalog.machines().folderQueries().answer(caller.device().deviceId(),
                        questionId, Soap.listing(listed, total, entries)));
        if (!known) {
            throw Faults.notFound("question");
        }
    }

    private List<Task> tasks(String device, @Nullable Long session, boolean nonPrivate) {
        if (session == null) {
            return catalog.work().assignments().withoutSession(device).stream().map(Soap::task)
                    .toList();
        }
        catalog.work().assignments().requireSession(device, session);
        return catalog.work().assignments().of(device, nonPrivate).stream().map(Soap::leasedTask)
                .toList();
    }

    @Override
    public void reportTask(String taskId, Holder<TaskState> state, long bytesDone,
            long bytesTotal, long bytesPerSecond, int peers, String message,
            @Nullable Long lease, @Nullable TaskProblem problem, List<TaskFile> files,
            org.gridtorrent.contract.@Nullable Reason reason) throws TrackerFault {
        Caller caller = caller();
        var report = new Report(Soap.state(state.value), bytesDone, bytesTotal, bytesPerSecond,
                peers, Soap.reason(reason, message),
                Optional.ofNullable(problem).map(Soap::problem),
                files.stream().map(Soap::file).toList());
        var recorded = Faults.guard(() -> catalog.work().assignments().report(
                caller.device().deviceId(), taskId,
                optional(lease), report))
                .orElseThrow(() -> Faults.notFound("task"));
        state.value = Soap.state(recorded.state());
    }

    @Override
    public String registerContent(String taskId, byte[] metainfo, @Nullable Long lease)
            throws TrackerFault {
        Caller caller = caller();
        Registration made = registration(metainfo);
        return Faults
                .guard(() -> catalog.datasets().registrations().register(caller.device().deviceId(),
                        taskId,
                        optional(lease), made))
                .flatMap(Content::infoHash).orElseThrow(() -> Faults.notFound("task"));
    }

    @Override
    public void newVersion(Holder<String> contentId, String folder, @Nullable Long session,
            Holder<String> taskId) throws TrackerFault {
        Caller caller = caller();
        String device = caller.device().deviceId();
        Published made = Faults.guard(() -> {
            if (session != null) {
                catalog.work().assignments().requireSession(device, session);
            }
            return catalog.datasets().versionPublishing().prepare(caller.account().id(),
                    contentId.value,
                    device,
                    folder);
        }).orElseThrow(() -> Faults.notFound("data set"));
        contentId.value = made.content().id();
        taskId.value = made.task().id();
    }

    @Override
    public void fetchContent(String contentId, Holder<String> title, Holder<String> infoHash,
            Holder<byte[]> metainfo) throws TrackerFault {
        String reader = caller().account().id();
        Content content = Faults.guard(() -> catalog.datasets().contents().find(reader, contentId))
                .orElseThrow(() -> Faults.notFound("data set"));
        byte[] stored = Faults
                .guard(() -> catalog.datasets().contents().metainfo(reader, contentId))
                .orElseThrow(() -> Faults.notFound("data set"));
        title.value = content.title();
        infoHash.value = content.infoHash().orElseThrow(() -> Faults.notFound("data set"));
        metainfo.value = stored;
    }

    @Override
    public void announce(String infoHash, AnnounceEvent event, long uploaded, long downloaded,
            long left, @Nullable Integer peersWanted, @Nullable Boolean withPlaces,
            @Nullable Boolean withReplicas, @Nullable Boolean reader,
            Holder<Integer> intervalSeconds, Holder<Integer> seeds, Holder<Integer> leeches,
            Holder<List<Peer>> peer, Holder<List<String>> replica) throws TrackerFault {
        Caller caller = caller();
        Reading content = content(caller, infoHash);
        String device = caller.device().deviceId();
        Swarms.Counts counts = Faults.guard(() -> {
            if (event == AnnounceEvent.COMPLETED && !Boolean.TRUE.equals(reader)) {
                catalog.sharing().swarms().completed(content.contentId(), device);
            }
            if (event == AnnounceEvent.STOPPED) {
                catalog.sharing().swarms().stop(content.contentId(), device);
            } else {
                catalog.sharing().swarms().announce(new Announcement(content.contentId(), device,
                        RequestContext.CURRENT.get().address(), uploaded, downloaded, left,
                        Boolean.TRUE.equals(reader)));
            }
            return catalog.sharing().swarms().recentCounts(content.contentId());
        });
        intervalSeconds.value = (int) Swarms.INTERVAL.toSeconds();
        seeds.value = counts.seeds();
        leeches.value = counts.leeches();
        peer.value = peersWanted == null
                ? List.of()
                : peers(caller, content, peersWanted, withPlaces);
        replica.value = Boolean.TRUE.equals(withReplicas)
                ? Faults.guard(
                        () -> catalog.sharing().replicas().checkedUrls(content.contentId()).stream()
                                .map(URI::toString).toList())
                : List.of();
    }

    @Override
    public List<Peer> listPeers(String infoHash, int most, @Nullable Boolean withPlaces)
            throws TrackerFault {
        Caller caller = caller();
        return peers(caller, content(caller, infoHash), most, withPlaces);
    }

    private List<Peer> peers(Caller caller, Reading content, int most,
            @Nullable Boolean withPlaces) throws TrackerFault {
        String asking = RequestContext.CURRENT.get().address();
        return Faults.guard(() -> catalog.sharing().swarms()
                .peers(content.contentId(), caller.device().deviceId(), most).stream()
                .map(found -> Boolean.TRUE.equals(withPlaces)
                        ? Soap.peer(found, asking)
                        : Soap.peer(found))
                .toList());
    }

    @Override
    public void followDatasets(Holder<String> cursor, int limit, Holder<Boolean> restart,
            Holder<List<ReadableDataset>> dataset, Holder<List<GoneDataset>> gone,
            Holder<Boolean> more) throws TrackerFault {
        Caller caller = caller();
        Page page = Faults.guard(() -> catalog.datasets().readable().after(caller.account().id(),
                Objects.requireNonNullElse(cursor.value, ""), limit));
        restart.value = page.restart();
        dataset.value = page.datasets().stream().map(Soap::dataset).toList();
        gone.value = page.gone().stream().map(Soap::gone).toList();
        cursor.value = page.cursor();
        more.value = page.more();
    }

    @Override
    public List<SwarmCounts> scrape(List<String> infoHashes) throws TrackerFault {
        String reader = caller().account().id();
        return Faults.guard(() -> infoHashes.stream().distinct()
                .flatMap(
                        hash -> catalog.datasets().contents().findByInfoHash(reader, hash).stream())
                .map(content -> Soap.counts(content.infoHash().orElseThrow(),
                        catalog.sharing().swarms().counts(content.id()),
                        catalog.sharing().swarms().completions(content.id())))
                .toList());
    }

    @Override
    public void deviceStatus(Holder<String> deviceName, Holder<String> userName,
            Holder<String> address, Holder<List<Endpoint>> endpoint, Holder<Integer> swarms,
            Holder<Integer> openTasks) throws TrackerFault {
        Caller caller = caller();
        Device device = Faults.guard(
                () -> catalog.machines().devices().find(caller.device().deviceId()).orElseThrow());
        deviceName.value = device.name();
        userName.value = caller.account().name();
        address.value = RequestContext.CURRENT.get().address();
        endpoint.value = device.endpoints().stream().map(Soap::endpoint).toList();
        swarms.value = Faults.guard(() -> catalog.sharing().swarms().joined(device.id()));
        openTasks.value = Faults
                .guard(() -> (int) catalog.work().assignments().of(device.id()).stream()
                        .filter(task -> !task.state().isFinal()).count());
    }

    @Override
    public void issueTicket(String infoHash, Holder<byte[]> ticket, Holder<Integer> validSeconds)
            throws TrackerFault {
        Caller caller = caller();
        Reading content = content(caller, infoHash);
        ticket.value = keys.sign(new Ticket(infoHash, keys.site(), caller.account().id(),
                caller.device().deviceId(), Digests.keyHash(caller.certificate().getPublicKey()),
                Ticket.READ, content.accessEpoch(), clock.instant().plus(Ticket.LONGEST_LIFE)));
        validSeconds.value = (int) Ticket.LONGEST_LIFE.toSeconds();
    }

    @Override
    public void fetchAccessList(String infoHash, Boolean mayBeAnybody, Holder<Long> epoch,
            Holder<Boolean> everyone, Holder<List<String>> userId,
            Holder<List<String>> withdrawnDeviceId, Holder<Boolean> anybody)
            throws TrackerFault {
        Caller caller = caller();
        AccessList list = Faults.guard(
                () -> catalog.datasets().contents().accessList(caller.account().id(), infoHash))
                .orElseThrow(() -> Faults.notFound("data set"));
        epoch.value = list.epoch();
        everyone.value = list.everyone();
        userId.value = list.accountIds();
        withdrawnDeviceId.value = list.withdrawnDeviceIds();
        if (Boolean.TRUE.equals(mayBeAnybody)) {
            anybody.value = open && list.anybody();
        }
    }

    private static OptionalLong optional(@Nullable Long lease) {
        return lease == null ? OptionalLong.empty() : OptionalLong.of(lease);
    }

    private long await(String device, long known, Duration longest, boolean withQuestions)
            throws TrackerFault {
        try {
            return workload.aside(() -> catalog.machines().devices().awaitRevision(device, known,
                    withQuestions, longest, closing));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Faults.failed();
        }
    }

    private static Caller caller() throws TrackerFault {
        return known().filter(caller -> !caller.overdue()).orElseThrow(Faults::notEnrolled);
    }

    private static Optional<Caller> known() throws TrackerFault {
        if (RequestContext.CURRENT.get().unchecked()) {
            throw Faults.failed();
        }
        return RequestContext.CURRENT.get().caller();
    }

    private Reading content(Caller caller, String infoHash) throws TrackerFault {
        return Faults
                .guard(() -> catalog.access().authorization().find(caller.account().id(), infoHash))
                .orElseThrow(() -> Faults.notFound("data set"));
    }

    /** Of the info dictionary alone: a site's contents have no trackers but the site's own. */
    private static Registration registration(byte[] bytes) throws TrackerFault {
        try {
            Metainfo metainfo = Metainfo.parse(bytes).infoOnly();
            int files = (int) metainfo.files().stream().filter(file -> !file.isPadding()).count();
            return new Registration(metainfo.infoHash().hex(), metainfo.encoded(),
                    metainfo.filesLength(), files, !metainfo.isPrivate());
        } catch (MetainfoException e) {
            throw Faults.invalid("The metainfo is malformed: " + e.getMessage() + ".");
        }
    }
}
