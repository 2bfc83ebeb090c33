package org.gridtorrent.client.tracker;

import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.gridtorrent.client.tracker.Task.State;
import org.gridtorrent.client.tracker.call.Backoff;
import org.gridtorrent.client.tracker.call.CallLimiter;
import org.gridtorrent.client.tracker.call.SoapFaults;
import org.gridtorrent.client.tracker.call.SoapPorts;
import org.gridtorrent.client.tracker.call.TrackerException;
import org.gridtorrent.client.tracker.call.TrackerException.Reason;
import org.gridtorrent.contract.AnnounceEvent;
import org.gridtorrent.contract.Endpoint;
import org.gridtorrent.contract.FileState;
import org.gridtorrent.contract.FolderEntry;
import org.gridtorrent.contract.GoneDataset;
import org.gridtorrent.contract.Listed;
import org.gridtorrent.contract.Peer;
import org.gridtorrent.contract.ReadableDataset;
import org.gridtorrent.contract.ReplicaProblem;
import org.gridtorrent.contract.TaskFile;
import org.gridtorrent.contract.TaskProblem;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TransportName;
import org.gridtorrent.contract.WsTracker;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tracker's operations, in this program's words.
 *
 * <p>Thread-safe and blocking. Every method throws {@link TrackerException}; none tries again by
 * itself, which is its caller's to decide with a {@link Backoff}.
 */
public final class TrackerClient {
    /** Seconds a long poll may last; the contract's most. */
    public static final int LONGEST_WAIT_SECONDS = 50;
    /** Bytes of a metainfo that the tracker takes: in base64 they fit into a request of 16 MiB. */
    public static final int MAX_METAINFO_LENGTH = 12 * 1024 * 1024 - 64 * 1024;
    /** How long an answer may take that is not held on purpose. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    /** Characters of a report's message that the contract allows. */
    private static final int MOST_MESSAGE = 4000;
    private static final int MOST_FILES = 1000;

    /** The contract's level from which on requests may ask for more than their answers always hold. */
    private static final int WITH_QUESTIONS = 2;
    /** The level from which on devices have more than one address. */
    private static final int WITH_PLACES = 4;
    /** The level from which on a registration names the task's lease. */
    private static final int WITH_LEASES = 5;
    /** The level from which on a device's owner asks it something. */
    private static final int WITH_OWNERS_QUESTIONS = 6;
    /** The level from which on contents have replicas. */
    private static final int WITH_REPLICAS = 7;
    /** The level from which on tasks may ask for a non-private torrent. */
    private static final int WITH_NON_PRIVATE = 8;
    /** The level from which on a device follows what its user may read. */
    private static final int WITH_FOLLOWED = 9;
    /** The level that takes reports with a reason code. */
    private static final int WITH_REASONS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(TrackerClient.class);
    private static final int MOST_AT_ONCE = 32;

    private final WsTracker calls;
    private final CallLimiter turns = new CallLimiter(MOST_AT_ONCE);
    /** What the tracker is known to understand. */
    private volatile int level = 1;

    /** The context holds the device's certificate, or none for {@link #enrol}. */
    public TrackerClient(URI endpoint, SSLContext tls) {
        calls = SoapPorts.open(endpoint, tls, ANSWER_TIMEOUT);
    }

    public Enrolled enrol(String code, byte[] certificateRequest, String deviceName,
            String clientVersion)
            throws TrackerException {
        Holder<String> site = new Holder<>();
        Holder<String> userId = new Holder<>();
        Holder<String> userName = new Holder<>();
        Holder<String> deviceId = new Holder<>();
        Holder<org.gridtorrent.contract.Credentials> credentials = new Holder<>();
        Holder<String> token = new Holder<>();
        return turns.call("enrol", () -> {
            calls.enrol(code, certificateRequest, deviceName, clientVersion, site, userId, userName,
                    deviceId,
                    credentials, token);
            return new Enrolled(site.value, userId.value, userName.value, deviceId.value,
                    own(credentials.value),
                    token.value);
        });
    }

    public Credentials renew(byte[] certificateRequest) throws TrackerException {
        return turns.call("renew", () -> own(calls.renew(certificateRequest)));
    }

    private static Credentials own(org.gridtorrent.contract.Credentials credentials) {
        try {
            return Credentials.parse(credentials.getCertificate(), credentials.getTicketKey());
        } catch (GeneralSecurityException e) {
            throw new WebServiceException("the certificates cannot be read", e);
        }
    }

    /** Tells that this device listens on the port, with the named transports. */
    public void reportDevice(String clientVersion, List<String> transports, int port,
            long freeBytes,
            List<String> folders) throws TrackerException {
        List<Endpoint> endpoints = transports.stream().map(transport -> {
            Endpoint endpoint = new Endpoint();
            endpoint.setTransport(TransportName.fromValue(transport));
            endpoint.setPort(port);
            return endpoint;
        }).toList();
        turns.call("reportDevice", () -> {
            calls.reportDevice(clientVersion, endpoints, freeBytes, folders);
            return true;
        });
    }

    /**
     * Tells where else than at its observed address this device may be found. Gives the observed
     * address; nothing from a tracker that knows of no other.
     */
    public Optional<String> reportPlaces(List<Place> places) throws TrackerException {
        try {
            return Optional.of(turns.call("reportPlaces", () -> calls
                    .reportPlaces(places.stream().map(TrackerClient::soap).toList())));
        } catch (TrackerException e) {
            if (e.reason() != Reason.INVALID) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private static org.gridtorrent.contract.Place soap(Place place) {
        var soap = new org.gridtorrent.contract.Place();
        soap.setAddress(place.address());
        soap.setPort(place.port());
        place.transports().forEach(
                transport -> soap.getTransport().add(TransportName.fromValue(transport)));
        return soap;
    }

    /** What rules for copies may fill here; a tracker older than such rules is not bothered. */
    public void offerRoom(long bytes, boolean alwaysOn) throws TrackerException {
        try {
            turns.call("offerRoom", () -> {
                calls.offerRoom(bytes, alwaysOn);
                return true;
            });
        } catch (TrackerException e) {
            if (e.reason() != Reason.INVALID) {
                throw e;
            }
        }
    }

    /**
     * Begins a session: this daemon takes the place of any other with the same identity. Empty from
     * a tracker of the contract's first level, which has no sessions.
     */
    public OptionalLong openSession(String clientVersion) throws TrackerException {
        Holder<Long> session = new Holder<>();
        Holder<Integer> answered = new Holder<>();
        level = 1;
        try {
            return turns.call("openSession", () -> {
                calls.openSession(clientVersion, session, answered);
                level = answered.value;
                return OptionalLong.of(session.value);
            });
        } catch (TrackerException e) {
            if (e.reason() == Reason.INVALID) {
                return OptionalLong.empty();
            }
            throw e;
        }
    }

    /**
     * Waits until the device's revision is another than the given one, or the seconds are over.
     * FENCED when another daemon began a session since.
     */
    public Assignments fetchTasks(long afterRevision, int waitSeconds, OptionalLong session)
            throws TrackerException {
        Holder<Long> revision = new Holder<>();
        Holder<List<org.gridtorrent.contract.Task>> tasks = new Holder<>();
        Holder<List<org.gridtorrent.contract.Question>> questions = new Holder<>();
        Holder<org.gridtorrent.contract.OwnersLimits> limits = new Holder<>();
        Holder<List<org.gridtorrent.contract.ReplicaCheck>> checks = new Holder<>();
        boolean asked = session.isPresent() && level >= WITH_OWNERS_QUESTIONS;
        boolean checking = session.isPresent() && level >= WITH_REPLICAS;
        boolean nonPrivate = session.isPresent() && level >= WITH_NON_PRIVATE;
        return SoapFaults.mapped("fetchTasks", () -> {
            SoapPorts.wait(calls, ANSWER_TIMEOUT.plusSeconds(waitSeconds));
            try {
                calls.fetchTasks(afterRevision, waitSeconds,
                        session.isPresent() ? session.getAsLong() : null, asked ? true : null,
                        checking ? true : null, nonPrivate ? true : null, revision, tasks,
                        questions, limits, checks);
            } finally {
                SoapPorts.wait(calls, ANSWER_TIMEOUT);
            }
            List<org.gridtorrent.contract.Task> some = tasks.value == null
                    ? List.of()
                    : tasks.value;
            return new Assignments(revision.value,
                    some.stream().map(TrackerClient::task).toList(),
                    Objects.requireNonNullElse(questions.value,
                            List.<org.gridtorrent.contract.Question>of()).stream()
                            .map(question -> new Question(question.getId(), question.getFolder(),
                                    question.getFirst()))
                            .toList(),
                    Optional.ofNullable(limits.value).map(
                            set -> new OwnersLimits(set.getUpload(), set.getDownload())),
                    checking ? checks(checks.value, session.getAsLong()) : List.of());
        });
    }

    private static List<ReplicaCheck> checks(
            @Nullable List<org.gridtorrent.contract.ReplicaCheck> checks, long session) {
        return checks == null
                ? List.of()
                : checks.stream().map(check -> new ReplicaCheck(check.getReplicaId(),
                        check.getContentId(), check.getUrl(), session)).toList();
    }

    /** NOT_FOUND when the replica was removed, or another device has the check; FENCED as {@link #fetchTasks}. */
    public void reportReplica(ReplicaCheck check, ReplicaReport report) throws TrackerException {
        turns.call("reportReplica", () -> {
            calls.reportReplica(check.replicaId(), check.session(), report.bytes(),
                    report.pieces(),
                    report.problem().map(problem -> ReplicaProblem.valueOf(problem.name()))
                            .orElse(null),
                    report.file().isEmpty() ? null : report.file());
            return true;
        });
    }

    /** NOT_FOUND when nobody waits for it any more. */
    public void answerQuestion(String questionId, Listing listing) throws TrackerException {
        turns.call("answerQuestion", () -> {
            calls.answerQuestion(questionId, Listed.valueOf(listing.outcome().name()),
                    listing.total(),
                    listing.entries().stream().map(TrackerClient::soap).toList());
            return true;
        });
    }

    private static FolderEntry soap(Listing.Entry entry) {
        var soap = new FolderEntry();
        soap.setName(entry.name());
        soap.setFolder(entry.folder());
        soap.setLength(entry.length());
        return soap;
    }

    private static Task task(org.gridtorrent.contract.Task task) {
        Task handedOut = Task.handedOut(task.getId(), Task.Kind.valueOf(task.getKind().name()),
                task.getContentId(), task.getTitle(),
                task.getFolder(), task.getUploadLimit(), task.getDownloadLimit(),
                Objects.requireNonNullElse(task.getLease(), Task.NO_LEASE),
                Boolean.TRUE.equals(task.isPaused()), Boolean.TRUE.equals(task.isNonPrivate()));
        return task.getState() == TaskState.CANCELLED
                ? handedOut.in(State.CANCELLED, ReasonCode.CANCELLED)
                : handedOut;
    }

    /**
     * Gives the state now recorded; CANCELLED tells the device to stop, and WAITING after a failure
     * that the task is handed out again later. FENCED when it was handed out anew already.
     */
    public State reportTask(Task task) throws TrackerException {
        State reported = task.awaitsRetry() ? State.FAILED : task.state();
        Holder<TaskState> state = new Holder<>(TaskState.valueOf(reported.name()));
        String message = task.message();
        String cut = message.length() <= MOST_MESSAGE
                ? message
                : message.substring(0, MOST_MESSAGE);
        return turns.call("reportTask", () -> {
            boolean leased = task.lease() != Task.NO_LEASE;
            calls.reportTask(task.id(), state, task.done(), task.total(),
                    task.bytesPerSecond(), task.peers(), cut,
                    leased ? task.lease() : null,
                    leased && task.problem() != Problem.NONE
                            ? TaskProblem.valueOf(task.problem().name())
                            : null,
                    leased ? files(task) : List.of(),
                    leased && level >= WITH_REASONS ? soap(task.reason()) : null);
            return State.valueOf(state.value.name());
        });
    }

    private static org.gridtorrent.contract.Reason soap(TaskReason reason) {
        var soap = new org.gridtorrent.contract.Reason();
        soap.setCode(reason.code().name());
        soap.getArgument().addAll(reason.arguments());
        reason.causes().forEach(cause -> soap.getCause().add(soap(cause)));
        return soap;
    }

    private static List<TaskFile> files(Task task) {
        return task.files().stream().limit(MOST_FILES).map(file -> {
            TaskFile soap = new TaskFile();
            soap.setPath(file.path());
            soap.setState(FileState.valueOf(file.state()));
            soap.setReason(file.reason());
            return soap;
        }).toList();
    }

    /** FENCED when the task was handed out anew since it was given this lease. */
    public void registerContent(String taskId, long lease, byte[] metainfo)
            throws TrackerException {
        boolean leased = lease != Task.NO_LEASE && level >= WITH_LEASES;
        turns.call("registerContent",
                () -> calls.registerContent(taskId, metainfo, leased ? lease : null));
    }

    /** The content's metainfo as it was registered; still to be parsed and checked. */
    public byte[] fetchContent(String contentId) throws TrackerException {
        Holder<byte[]> metainfo = new Holder<>();
        return turns.call("fetchContent", () -> {
            calls.fetchContent(contentId, new Holder<>(), new Holder<>(), metainfo);
            return metainfo.value;
        });
    }

    /**
     * What is new, changed or gone since the cursor; all, from the beginning, with an empty one. Empty from a tracker
     * that is not known to be able to say.
     *
     * @param limit of the data sets that the tracker looks at, 1,000 at most
     */
    public Optional<DatasetPage> followDatasets(String cursor, int limit)
            throws TrackerException {
        if (level < WITH_FOLLOWED) {
            return Optional.empty();
        }
        Holder<String> next = new Holder<>(cursor.isEmpty() ? null : cursor);
        Holder<Boolean> restart = new Holder<>();
        Holder<List<ReadableDataset>> datasets = new Holder<>();
        Holder<List<GoneDataset>> gone = new Holder<>();
        Holder<Boolean> more = new Holder<>();
        return turns.call("followDatasets", () -> {
            calls.followDatasets(next, limit, restart, datasets, gone, more);
            return Optional.of(new DatasetPage(restart.value,
                    Objects.requireNonNullElse(datasets.value, List.<ReadableDataset>of()).stream()
                            .map(TrackerClient::dataset).toList(),
                    Objects.requireNonNullElse(gone.value, List.<GoneDataset>of()).stream()
                            .map(each -> new DatasetPage.Gone(each.getContentId(),
                                    each.isWithdrawn()))
                            .toList(),
                    next.value, more.value));
        });
    }

    private static DatasetPage.Dataset dataset(ReadableDataset soap) {
        return new DatasetPage.Dataset(soap.getContentId(), soap.getInfoHash(), soap.getTitle(),
                soap.getOwnerName(), soap.getGroup(), soap.getVersions(), soap.getVersion(),
                soap.getBytes(), soap.getPublished().toGregorianCalendar().toInstant());
    }

    /** Peers come with it when some are wanted: by the same call, if the tracker can do that. */
    public Announced announce(String infoHash, AnnounceKind kind, long uploaded, long downloaded,
            long left, int peersWanted, boolean reads) throws TrackerException {
        boolean asked = peersWanted > 0 && level >= WITH_QUESTIONS;
        boolean places = level >= WITH_PLACES;
        Holder<Integer> interval = new Holder<>();
        Holder<List<Peer>> peers = new Holder<>(List.of());
        Holder<List<String>> replicas = new Holder<>(List.of());
        turns.call("announce", () -> {
            calls.announce(infoHash, AnnounceEvent.valueOf(kind.name()), uploaded, downloaded, left,
                    asked ? peersWanted : null, places ? true : null,
                    level >= WITH_REPLICAS ? true : null, reads ? true : null, interval,
                    new Holder<>(),
                    new Holder<>(),
                    peers, replicas);
            return true;
        });
        return new Announced(Duration.ofSeconds(interval.value),
                asked || peersWanted == 0
                        ? peers(Objects.requireNonNullElse(peers.value, List.of()), places)
                        : listPeers(infoHash, peersWanted),
                addresses(Objects.requireNonNullElse(replicas.value, List.of())));
    }

    private static List<URI> addresses(List<String> texts) {
        return texts.stream().flatMap(text -> {
            try {
                return Stream.of(new URI(text));
            } catch (URISyntaxException e) {
                LOG.info("the tracker names a replica whose address is none");
                return Stream.empty();
            }
        }).toList();
    }

    public List<TrackerPeer> listPeers(String infoHash, int most) throws TrackerException {
        boolean places = level >= WITH_PLACES;
        return turns.call("listPeers",
                () -> peers(calls.listPeers(infoHash, most, places ? true : null), places));
    }

    private static List<TrackerPeer> peers(List<Peer> peers, boolean withPlaces) {
        return peers.stream().map(peer -> new TrackerPeer(peer.getDeviceId(), peer.getAddress(),
                withPlaces ? places(peer) : observed(peer))).toList();
    }

    private static List<Place> places(Peer peer) {
        return peer.getPlace().stream().map(place -> new Place(place.getAddress(),
                place.getPort(), place.getTransport().stream().map(TransportName::value).toList()))
                .toList();
    }

    private static List<Place> observed(Peer peer) {
        return peer.getEndpoint().stream().map(endpoint -> new Place(peer.getAddress(),
                endpoint.getPort(), List.of(endpoint.getTransport().value()))).toList();
    }

    public SeenDevice deviceStatus() throws TrackerException {
        Holder<String> name = new Holder<>();
        Holder<String> user = new Holder<>();
        Holder<String> address = new Holder<>();
        Holder<Integer> swarms = new Holder<>();
        Holder<Integer> openTasks = new Holder<>();
        return turns.call("deviceStatus", () -> {
            calls.deviceStatus(name, user, address, new Holder<>(), swarms, openTasks);
            return new SeenDevice(name.value, user.value, address.value, swarms.value,
                    openTasks.value);
        });
    }

    public IssuedTicket issueTicket(String infoHash) throws TrackerException {
        Holder<byte[]> ticket = new Holder<>();
        Holder<Integer> seconds = new Holder<>();
        return turns.call("issueTicket", () -> {
            calls.issueTicket(infoHash, ticket, seconds);
            return new IssuedTicket(ticket.value, Duration.ofSeconds(seconds.value));
        });
    }

    public AccessList fetchAccessList(String infoHash) throws TrackerException {
        Holder<Long> epoch = new Holder<>();
        Holder<Boolean> everyone = new Holder<>();
        Holder<List<String>> users = new Holder<>();
        Holder<List<String>> withdrawn = new Holder<>();
        Holder<Boolean> anybody = new Holder<>();
        return turns.call("fetchAccessList", () -> {
            calls.fetchAccessList(infoHash, level >= WITH_QUESTIONS ? true : null, epoch, everyone,
                    users, withdrawn, anybody);
            return new AccessList(epoch.value, everyone.value, set(users), set(withdrawn),
                    Boolean.TRUE.equals(anybody.value));
        });
    }

    private static Set<String> set(Holder<List<String>> ids) {
        return ids.value == null ? Set.of() : Set.copyOf(ids.value);
    }
}
