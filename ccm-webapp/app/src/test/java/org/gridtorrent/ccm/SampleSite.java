package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.account.Quota;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.invitation.Invitations;
import org.gridtorrent.catalog.invitation.Invitations.Delivery;
import org.gridtorrent.catalog.invitation.Invitations.Made;
import org.gridtorrent.catalog.mail.Outbox;
import org.gridtorrent.catalog.mail.OutgoingMail.Kind;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.metadata.Subject;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.replica.CheckResult;
import org.gridtorrent.catalog.replica.ReplicaProblem;
import org.gridtorrent.catalog.replica.Replicas;
import org.gridtorrent.catalog.subscription.SubscriptionTarget;
import org.gridtorrent.catalog.swarm.Swarms.Announcement;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.metainfo.reason.ReasonCode;
import org.gridtorrent.metainfo.reason.TaskReason;

/**
 * The pages with sample rows, of which none is empty: to look at them, by {@code SampleSite PORT} or
 * by {@link org.gridtorrent.ccm.browser.SitePages}. Log in as publisher, member, stranger, administrator or
 * newcomer, who has nothing yet, with the password of {@link TestSite}.
 */
public final class SampleSite implements AutoCloseable {
    private final Path folder;
    private final TestSite site;
    private final Map<String, String> paths = new HashMap<>();
    private final Instant now = Instant.now();

    public SampleSite(Path folder, int port) throws Exception {
        this.folder = folder;
        site = new TestSite(folder.resolve("keys"), port, "Institute for Measured Things",
                Optional.of(URI.create("http://192.0.2.1:6969/announce")));
        fill();
    }

    public static void main(String[] arguments) throws Exception {
        var sample = new SampleSite(Files.createTempDirectory("sample-site"),
                Integer.parseInt(arguments[0]));
        System.out.println(sample.url() + " " + sample.paths);
        Thread.currentThread().join();
    }

    public URI url() {
        return site.url;
    }

    /** The cookie of a session of this account. */
    public String session(String name) {
        return site.session(name).token();
    }

    /** The address of what the sample has by this name. */
    public String path(String name) {
        return Optional.ofNullable(paths.get(name)).orElseThrow();
    }

    @Override
    public void close() throws IOException {
        site.close();
    }

    private void fill() throws Exception {
        site.clock.set(now.minus(Duration.ofDays(9)));
        Account publisher = site.account("publisher", "Publisher of Things");
        Account member = site.account("member", "Member of a Group");
        Account stranger = site.account("stranger", "Somebody Else");
        Group beam = site.catalog.people().groups().create(publisher.id(), "Beam line 7",
                "People who measure at beam line 7, and those who evaluate.", true);
        Group ocean = site.catalog.people().groups().create(member.id(), "Ocean climate", "",
                true);
        Group detectors = site.catalog.people().groups().create(stranger.id(), "Detectors",
                "Detector development and its tests.", false);
        site.join(publisher, beam, member);
        site.catalog.people().memberships().request(stranger.id(), beam.id());
        site.catalog.people().memberships().invite(stranger.id(), detectors.id(), publisher.id());
        site.catalog.people().memberships().request(publisher.id(), ocean.id());
        site.catalog.people().buddies().ask(member.id(), publisher.id());
        site.catalog.people().buddies().accept(publisher.id(), member.id());
        site.catalog.people().buddies().ask(stranger.id(), publisher.id());
        longNames(publisher);
        Enrolled laptop = site.machine(publisher, "laptop");
        site.clock.set(now.minus(Duration.ofHours(26)));
        Enrolled seeder = site.machine(member, "archive-1", "/archive");
        Task climate = site.publish(member, seeder.device(),
                "Ocean temperature, daily means 1993–2023", "NetCDF, one file a year.",
                Grants.EVERYONE);
        site.register(climate, files(folder.resolve("ocean"), 31, "sst-%04d.nc"));
        site.catalog.datasets().descriptions().change(member.id(), climate.contentId(),
                "Ocean temperature, daily means 1993–2023", "NetCDF, one file a year.",
                new Metadata(Optional.of(Subject.EARTH), List.of("ocean", "temperature", "climate"),
                        List.of(new Creator("Member of a Group", "0000-0002-1825-0097",
                                "Institute for Measured Things"), Creator.named("Another author")),
                        new Licence("CC-BY-4.0"), OptionalInt.of(2024),
                        List.of("https://example.org/ocean-paper", "doi:10.5072/ocean")));
        site.clock.set(now.minus(Duration.ofMinutes(70)));
        Enrolled station = site.machine(publisher, "workstation-7", "/data",
                "/data/beam-line-7", "/data/beam-line-7/spring campaign",
                "/data/beam-line-7/autumn campaign");
        Task spring = site.publish(publisher, station.device(),
                "Beam line 7, spring campaign: detector frames and calibration",
                "Raw frames of the March runs, with dark fields and the geometry files.\n\n"
                        + "The calibration was made again in May, after the mirror was turned;"
                        + " use the second set.",
                Grants.groups(List.of(beam.id())));
        site.register(spring, files(folder.resolve("spring"), 130, "run-%03d/frames.h5"));
        site.clock.set(now.minusSeconds(40));
        Task autumn = site.publish(publisher, station.device(), "Autumn campaign", "",
                Grants.accounts(List.of(member.id())));
        site.catalog.work().assignments().report(station.device().id(), autumn.id(),
                new Task.Report(
                        Task.State.RUNNING, 61_000_000_000L, 148_000_000_000L, 1_150_000_000L, 0,
                        Optional.of(TaskReason.of(ReasonCode.HASHING)), Optional.empty(),
                        List.of()));
        site.catalog.machines().devices().report(station.device().id(), new Device.Report("0.1.0",
                List.of(), 812_000_000_000L, station.device().folders().isEmpty()
                        ? List.of("/data", "/data/beam-line-7",
                                "/data/beam-line-7/spring campaign",
                                "/data/beam-line-7/autumn campaign")
                        : station.device().folders()));
        Task get = site.catalog.work().tasks().requestDownload(publisher.id(), climate.contentId(),
                station.device().id()).orElseThrow();
        for (long second = 0; second <= 36; second += 3) {
            site.clock.set(now.minusSeconds(40 - second));
            site.catalog.work().assignments().report(station.device().id(), get.id(),
                    new Task.Report(
                            Task.State.RUNNING, second * second * 926_000, 2_345_000_000L,
                            second * 1_852_000, 3, Optional.of(TaskReason.of(ReasonCode.FETCHING)),
                            Optional.empty(), List.of()));
        }
        Task full = site.catalog.work().tasks().requestDownload(member.id(), spring.contentId(),
                seeder.device().id()).orElseThrow();
        site.catalog.work().assignments().report(seeder.device().id(), full.id(), new Task.Report(
                Task.State.WAITING, 3_100_000L, 8_320_000L, 0, 0,
                Optional.of(TaskReason.of(ReasonCode.DISK_FULL,
                        TaskReason.of(ReasonCode.DISK_OF_PATH_FULL, "/archive"))),
                Optional.empty(), List.of()));
        site.catalog.work().tasks().requestDownload(publisher.id(), climate.contentId(),
                laptop.device().id());
        Task failed = site.publish(publisher, laptop.device(), "Test set", "", Grants.EVERYONE);
        site.catalog.work().assignments().report(laptop.device().id(), failed.id(), new Task.Report(
                Task.State.FAILED, 0, 0, 0, 0,
                Optional.of(TaskReason.of(ReasonCode.SOURCES_REFUSED, 2, "/data/run-1",
                        TaskReason.of(ReasonCode.NAME_FORBIDDEN_CHARACTER, "frame 12:30.h5", ":"),
                        TaskReason.of(ReasonCode.AT_PATH, "latest",
                                TaskReason.of(ReasonCode.LINK_NOWHERE)))),
                Optional.empty(), List.of()));
        site.catalog.sharing().swarms().announce(new Announcement(climate.contentId(),
                seeder.device().id(), "192.0.2.7", 0, 0, 0));
        long lacking = site.catalog.datasets().contents().find(member.id(), climate.contentId())
                .orElseThrow().totalLength() / 2;
        site.catalog.sharing().swarms().announce(new Announcement(climate.contentId(),
                station.device().id(), "192.0.2.8", 0, 0, lacking));
        site.catalog.sharing().swarms().announce(new Announcement(spring.contentId(),
                station.device().id(), "192.0.2.8", 0, 0, 0));
        history(publisher, station, beam);
        surveys(member, seeder);
        Account newcomer = site.account("newcomer", "New Here");
        paths.put("setup",
                "/setup?code=" + site.catalog.identity().passwordLinks().create(newcomer.id()));
        Account noisy = site.account("noisy", "Asks Often");
        site.catalog.people().buddies().block(publisher.id(), noisy.id());
        administration(noisy);
        subscribe(publisher, member);
        site.catalog.identity().apiTokens().create(publisher.id(), "Nightly report",
                ApiToken.Scope.READ,
                Duration.ofDays(30));
        site.catalog.access().expiry().change(publisher.id(), spring.contentId(),
                Map.of(beam.id(), Optional.of(now.plus(Duration.ofDays(30)))));
        site.catalog.sharing().copies().keep(publisher.id(), spring.contentId(), 3, 1, List.of(),
                List.of(beam.id()));
        replicas(publisher, station.device(), spring.contentId());
        site.catalog.datasets().drafts().keep(publisher.id(), "sample", "Summer campaign",
                "title=Summer+campaign&description=Frames+of+June.&access=group&groups="
                        + beam.id());
        site.clock.set(now);
        paths.put("machine", "/machines/" + station.device().id());
        paths.put("climate", "/datasets/" + climate.contentId());
        paths.put("spring", "/datasets/" + spring.contentId());
        paths.put("autumn", "/datasets/" + autumn.contentId());
        paths.put("failed", "/datasets/" + failed.contentId());
        paths.put("beam", "/groups/" + beam.id());
        paths.put("ocean", "/groups/" + ocean.id());
        paths.put("detectors", "/groups/" + detectors.id());
    }

    /** What only an administrator sees, and an address that waits to be confirmed. */
    private void administration(Account noisy) throws IOException {
        Account boss = site.catalog.identity().accounts().registerAdmin("administrator",
                "Who Runs It",
                TestSite.PASSWORD);
        Group left = site.group(noisy, "Left alone", boss);
        site.catalog.site().administrators().disable(boss.id(), noisy.id());
        Account unsure = site.account("unsure", "Not Yet Confirmed");
        site.catalog.identity().profiles().change(unsure.id(),
                new Profile("Not Yet Confirmed", "", "", "unsure@example.org"));
        paths.put("confirm", "/setup/mail?code="
                + site.catalog.identity().mailAddresses().link(unsure.id(), "unsure@example.org")
                        .orElseThrow());
        Outbox outbox = site.catalog.notifications().outbox();
        outbox.add(Kind.NOTICES, "publisher@example.org", "en", "");
        outbox.sent(outbox.take().orElseThrow());
        outbox.add(Kind.CONFIRM, "unsure@example.org", "en", "");
        outbox.giveUp(outbox.take().orElseThrow(),
                "the mail server does not take it: 550 5.1.1 no such user here");
        invitations(boss);
        site.backups.make();
        site.catalog.site().quotas().changeSite(boss.id(),
                new Quota(OptionalLong.of(40), OptionalLong.of(20_000_000_000_000L)));
        outbox.add(Kind.TEST, "administrator@example.org", "en", "");
        paths.put("admin-user", "/admin/users/" + unsure.id());
        paths.put("admin-user-disabled", "/admin/users/" + noisy.id());
        paths.put("admin-group", "/admin/groups/" + left.id());
    }

    /** One in each state; the sample's site sends no mail, but an earlier one did. */
    private void invitations(Account boss) {
        Account publisher = site.catalog.identity().accounts().findByName("publisher")
                .orElseThrow();
        String beam = site.catalog.people().groups().of(publisher.id()).getFirst().id();
        Invitations invitations = site.catalog.people().invitations();
        var hand = new Delivery(false, "en");
        String toSite = secret(invitations.toSite(boss.id(), List.of("colleague@example.org"),
                hand).orElseThrow().getFirst());
        String toGroup = secret(invitations.toGroup(publisher.id(), beam,
                "guest@university.example.org", hand).orElseThrow());
        String used = secret(invitations.toGroup(publisher.id(), beam, "joined@example.org",
                hand).orElseThrow());
        assertThat(
                site.catalog.people().invitationLinks().register(used, "joined", "Joined by Mail",
                        TestSite.PASSWORD, "en", false))
                .isNotNull();
        invitations.withdraw(boss.id(), invitations.toSite(boss.id(),
                List.of("mistake@example.org"), hand).orElseThrow().getFirst().invitation().id());
        assertThat(invitations.toSite(boss.id(), List.of("unknown@example.org"),
                new Delivery(true, "en"))).isPresent();
        site.catalog.notifications().outbox().giveUp(
                site.catalog.notifications().outbox().take().orElseThrow(),
                "the mail server does not take it: 550 5.1.1 no such user here");
        assertThat(invitations.toSite(boss.id(), List.of("a-rather-long-address.of-somebody"
                + "@department.faculty.university.example.org"), new Delivery(true, "en")))
                .isPresent();
        paths.put("invited-site", "/setup/invitation?code=" + toSite);
        paths.put("invited-group", "/setup/invitation?code=" + toGroup);
    }

    private static String secret(Made made) {
        return made.secret().orElseThrow();
    }

    /** Without a place to break them at. */
    private void longNames(Account publisher) {
        Account person = site.account("long",
                "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren");
        Group group = site.catalog.people().groups().create(publisher.id(),
                "Langzeitbeobachtungsstationsdatenauswertungsarbeitsgruppen7B", "", false);
        site.join(publisher, group, person);
        paths.put("long", "/groups/" + group.id());
    }

    /** To all that somebody publishes. */
    private void subscribe(Account reader, Account writer) {
        var everything = new SubscriptionTarget.OfOwner(writer.id());
        assertThat(site.catalog.discovery().subscriptions().subscribe(reader.id(), everything,
                Optional.empty())).isPresent();
    }

    /** One in each state. */
    private void replicas(Account owner, Device device, String contentId) {
        Replicas replicas = site.catalog.sharing().replicas();
        String checked = replicas.add(owner.id(), contentId,
                "https://mirror.university.example.org/~instruments/beam-line-7/published/")
                .orElseThrow().id();
        String failed = replicas.add(owner.id(), contentId, "https://store.example.org/spring/")
                .orElseThrow().id();
        replicas.handOut(device.id());
        replicas.report(device.id(), checked,
                new CheckResult(Optional.empty(), "", 16_777_216, 32));
        replicas.report(device.id(), failed, new CheckResult(
                Optional.of(ReplicaProblem.NOT_FOUND), "spring/run-017/frames.h5", 0, 0));
        replicas.add(owner.id(), contentId, "https://archive.example.org/");
    }

    /** Two versions of one data set, and one that was withdrawn. */
    private void history(Account publisher, Enrolled station, Group beam) throws Exception {
        Task first = site.publish(publisher, station.device(), "Geometry of the detector",
                "Positions of the modules, one file a module.", Grants.EVERYONE);
        site.register(first, files(folder.resolve("geometry-1"), 12, "module-%02d.json"));
        Task second = site.catalog.datasets().versionPublishing()
                .prepare(publisher.id(), first.contentId(),
                        station.device().id(), "/data/geometry",
                        "Two modules added after the shutdown.",
                        false)
                .orElseThrow().task();
        site.register(second, files(folder.resolve("geometry-2"), 14, "module-%02d.json"));
        paths.put("version-1", "/datasets/" + first.contentId());
        paths.put("version-2", "/datasets/" + second.contentId());
        Task wrong = site.publish(publisher, station.device(), "Mirror tests", "",
                Grants.groups(List.of(beam.id())));
        site.register(wrong, files(folder.resolve("mirror"), 3, "test-%d.csv"));
        site.catalog.datasets().withdrawals().withdraw(publisher.id(), wrong.contentId(),
                "The mirror was not yet aligned. The tests will be made again in autumn.");
        paths.put("tombstone", "/datasets/" + wrong.contentId());
    }

    /** Enough for several pages of finds. */
    private void surveys(Account member, Enrolled seeder) throws Exception {
        for (int i = 1; i <= 26; i++) {
            Task survey = site.publish(member, seeder.device(), "Sea floor survey, section " + i,
                    "Depths along one line.", Grants.EVERYONE);
            site.register(survey, files(folder.resolve("survey-" + i), i, "line-%02d.xyz"));
            site.catalog.datasets().descriptions().change(member.id(), survey.contentId(),
                    "Sea floor survey, section " + i, "Depths along one line.",
                    new Metadata(Optional.of(Subject.EARTH), List.of("bathymetry", "line " + i),
                            List.of(Creator.named("Member of a Group")),
                            new Licence(i % 2 == 0 ? "CC0-1.0" : "CC-BY-4.0"),
                            OptionalInt.of(2000 + i), List.of()));
        }
    }

    private static Path files(Path folder, int count, String pattern) throws Exception {
        for (int i = 1; i <= count; i++) {
            Path file = folder.resolve(pattern.formatted(i));
            Files.createDirectories(file.getParent());
            Files.writeString(file, "x".repeat(i * 977));
        }
        return folder;
    }
}
