package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.ZipInputStream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.PasswordLinks;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Draft;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.ContentAuthorization;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.device.Devices;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.catalog.swarm.Peer;
import org.gridtorrent.catalog.swarm.Swarms;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.Kind;
import org.gridtorrent.catalog.task.Task.Order;
import org.gridtorrent.catalog.workflow.Registrations;
import org.gridtorrent.identity.CertificateAuthority;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class CatalogTest {
    private final TestDatabase database;
    private Site site;
    private Catalog catalog;
    private Account publisher;
    private Account member;
    private Account stranger;
    private Device source;

    CatalogTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        catalog = site.catalog;
        publisher = site.account("publisher");
        member = site.account("member");
        stranger = site.account("stranger");
        source = site.device(publisher);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void register_refusesATakenNameInAnyCase() {
        assertThatThrownBy(() -> site.account("Member")).isInstanceOf(CatalogException.class)
                .hasMessageContaining("taken");
    }

    @Test
    void authenticate_wantsTheRightPasswordAndAnAccountThatIsNotDisabled() {
        assertThat(catalog.identity().accounts().authenticate("Member", TestAccounts.PASSWORD))
                .contains(member);
        assertThat(catalog.identity().accounts().authenticate("member", "words of somebody else"))
                .isEmpty();
        assertThat(catalog.identity().accounts().authenticate("nobody", TestAccounts.PASSWORD))
                .isEmpty();
        catalog.identity().accounts().disable(member.id());
        assertThat(catalog.identity().accounts().authenticate("member", TestAccounts.PASSWORD))
                .isEmpty();
    }

    @Test
    void passwordLink_setsAPasswordOnceWithinItsTime() {
        String spent = catalog.identity().passwordLinks().create(member.id());
        assertThatThrownBy(() -> catalog.identity().passwordLinks().redeem(spent, "short"))
                .isInstanceOf(CatalogException.class);
        assertThat(catalog.identity().passwordLinks().redeem(spent, "chosen by its owner"))
                .contains(member);
        assertThat(catalog.identity().accounts().authenticate("member", "chosen by its owner"))
                .contains(member);
        assertThat(catalog.identity().passwordLinks().redeem(spent, "chosen by a finder"))
                .isEmpty();

        String replaced = catalog.identity().passwordLinks().create(member.id());
        String late = catalog.identity().passwordLinks().create(member.id());
        assertThat(catalog.identity().passwordLinks().find(replaced)).isEmpty();
        assertThat(catalog.identity().passwordLinks().find(late)).contains(member);
        site.pass(PasswordLinks.LIFE);
        assertThat(catalog.identity().passwordLinks().find(late)).isEmpty();
    }

    @Test
    void backUp_copiesAnEmbeddedDatabaseInUse(@TempDir Path folder) throws Exception {
        Path zip = folder.resolve("copy.zip");
        try (Catalog onDisk = Catalog.open(Catalog.embeddedUrl(folder.resolve("site")))) {
            onDisk.identity().accounts().register("member", "A member", TestAccounts.PASSWORD);
            onDisk.backUp(zip);
        }
        try (var in = new ZipInputStream(Files.newInputStream(zip))) {
            in.getNextEntry();
            Files.copy(in, folder.resolve("copy.mv.db"));
        }
        try (Catalog copy = Catalog.open(Catalog.embeddedUrl(folder.resolve("copy")))) {
            assertThat(copy.identity().accounts().findByName("member")).isPresent();
        }
    }

    @Test
    void session_endsByClosingByTimeAndByDisabling() {
        var kept = catalog.identity().sessions().open(member, Duration.ofHours(1), "", "");
        var closed = catalog.identity().sessions().open(member, Duration.ofHours(1), "", "");
        assertThat(catalog.identity().sessions().find(kept.token())).contains(kept.session());
        catalog.identity().sessions().close(closed.token());
        assertThat(catalog.identity().sessions().find(closed.token())).isEmpty();
        site.pass(Duration.ofHours(1));
        assertThat(catalog.identity().sessions().find(kept.token())).isEmpty();
        var last = catalog.identity().sessions().open(member, Duration.ofHours(1), "", "");
        catalog.identity().accounts().disable(member.id());
        assertThat(catalog.identity().sessions().find(last.token())).isEmpty();
    }

    @Test
    void enrolmentCode_worksOnceAndForTenMinutes() {
        var code = site.code(member);
        assertThat(catalog.machines().devices().enrol(code, "pc", "1")).isPresent();
        assertThat(catalog.machines().devices().enrol(code, "pc", "1")).isEmpty();
        var late = site.code(member);
        site.pass(Devices.CODE_LIFE);
        assertThat(catalog.machines().devices().enrol(late, "pc", "1")).isEmpty();
    }

    @Test
    void withdrawnDevice_losesItsTokenAndItsPlaceInSwarms() {
        var enrolled = catalog.machines().devices().enrol(site.code(publisher), "pc", "1")
                .orElseThrow();
        assertThat(catalog.machines().devices().findByApiToken(enrolled.apiToken())).isPresent();
        Content content = site.publish(publisher, enrolled.device(), "ice", Grants.EVERYONE);
        assertThat(catalog.machines().withdrawals().withdraw(stranger.id(), enrolled.device().id()))
                .isFalse();
        assertThat(
                catalog.machines().withdrawals().withdraw(publisher.id(), enrolled.device().id()))
                .isTrue();
        assertThat(catalog.machines().devices().findByApiToken(enrolled.apiToken())).isEmpty();
        assertThat(catalog.machines().devices().admitted(publisher.id(), enrolled.device().id()))
                .isEmpty();
        assertThat(catalog.sharing().swarms().peers(content.id(), "x", 10)).isEmpty();
    }

    @Test
    void withdrawnDevice_isNamedInAccessListsWhileItsCertificateMayHold() {
        Device lost = site.device(member);
        Content content = site.publish(publisher, source, "ice",
                Grants.accounts(List.of(member.id())));
        Content other = site.publish(publisher, source, "fire",
                Grants.accounts(List.of(stranger.id())));
        long revision = site.revision(source);
        assertThat(catalog.machines().withdrawals().withdraw(member.id(), lost.id())).isTrue();
        assertThat(site.revision(source)).isGreaterThan(revision);
        assertThat(withdrawnOf(content)).containsExactly(lost.id());
        assertThat(withdrawnOf(other)).isEmpty();
        site.pass(CertificateAuthority.DEVICE_LIFETIME);
        assertThat(withdrawnOf(content)).containsExactly(lost.id());
        site.pass(Duration.ofHours(3));
        assertThat(withdrawnOf(content)).isEmpty();
    }

    private List<String> withdrawnOf(Content content) {
        return catalog.datasets().contents()
                .accessList(publisher.id(), content.infoHash().orElseThrow())
                .orElseThrow().withdrawnDeviceIds();
    }

    @Test
    void report_replacesWhatIsKnownOfTheDevice() {
        catalog.machines().devices().report(source.id(), new Device.Report("2",
                List.of(new Device.Endpoint("ptcp", 7000)), 5, List.of("/b", "/a", "/b")));
        Device device = catalog.machines().devices().of(publisher.id()).getFirst();
        assertThat(device.folders()).containsExactly("/b", "/a");
        assertThat(device.endpoints()).containsExactly(new Device.Endpoint("ptcp", 7000));
        assertThat(device.lastSeen()).contains(site.now);
    }

    @Test
    void title_mayHaveLettersBeyondTheBasicPlane() {
        String title = "\ud83d\udc0b".repeat(100);
        assertThat(site.publish(publisher, source, title, Grants.EVERYONE).title())
                .isEqualTo(title);
        assertThatThrownBy(() -> site.publish(publisher, source, title + "!", Grants.EVERYONE))
                .isInstanceOf(CatalogException.class);
    }

    @Test
    void content_isNotThereForThoseWithoutARight() {
        Content content = site.publish(publisher, source, "ice",
                Grants.accounts(List.of(member.id())));
        assertThat(site.seenBy(member, content)).isPresent();
        assertThat(site.seenBy(publisher, content)).isPresent();
        assertThat(site.seenBy(stranger, content)).isEmpty();
        String hash = content.infoHash().orElseThrow();
        assertThat(catalog.datasets().contents().findByInfoHash(stranger.id(), hash)).isEmpty();
        assertThat(catalog.access().authorization().find(stranger.id(), hash)).isEmpty();
        assertThat(catalog.access().authorization().find(member.id(), hash)).contains(
                new ContentAuthorization.Reading(content.id(), content.accessEpoch()));
        assertThat(catalog.datasets().contents().metainfo(stranger.id(), content.id())).isEmpty();
        assertThat(catalog.datasets().contents().accessList(stranger.id(), hash)).isEmpty();
        assertThat(catalog.datasets().contents().metainfo(member.id(), content.id())).isPresent();
        assertThat(catalog.datasets().contents().sharedWith(member.id(), content.id())).isEmpty();
        assertThat(
                catalog.datasets().contents().sharedWith(publisher.id(), content.id()).orElseThrow()
                        .accountNames())
                .containsExactly("member");
    }

    @Test
    void leavingAGroup_shrinksTheAccessListAndMovesEpochAndRevision() {
        Group group = groupWithMember();
        Content content = site.publish(publisher, source, "ice",
                Grants.groups(List.of(group.id())));
        String hash = content.infoHash().orElseThrow();
        var before = catalog.datasets().contents().accessList(publisher.id(), hash).orElseThrow();
        long revision = site.revision(source);
        catalog.people().memberships().leave(member.id(), group.id());
        var after = catalog.datasets().contents().accessList(publisher.id(), hash).orElseThrow();
        assertThat(before.accountIds()).containsExactlyInAnyOrder(publisher.id(), member.id());
        assertThat(after.accountIds()).containsExactly(publisher.id());
        assertThat(after.epoch()).isGreaterThan(before.epoch());
        assertThat(site.revision(source)).isGreaterThan(revision);
    }

    @Test
    void changeAccess_movesEpochAndRevisionOfDevicesInTheSwarm() {
        Content content = site.publish(publisher, source, "ice", Grants.EVERYONE);
        Device reader = site.device(member);
        site.announce(content, reader, 7);
        long revision = site.revision(reader);
        assertThat(catalog.access().grants().replace(member.id(), content.id(), Grants.EVERYONE))
                .isFalse();
        assertThat(catalog.access().grants().replace(publisher.id(), content.id(),
                Grants.accounts(List.of(stranger.id())))).isTrue();
        assertThat(site.revision(reader)).isGreaterThan(revision);
        assertThat(site.seenBy(publisher, content).orElseThrow().accessEpoch())
                .isGreaterThan(content.accessEpoch());
        assertThat(catalog.sharing().swarms().peers(content.id(), source.id(), 10)).isEmpty();
    }

    @Test
    void publicContent_isForEveryone_butForTheMachinesOfDisabledAccounts() {
        Content content = site.publish(publisher, source, "ice", Grants.EVERYONE);
        String hash = content.infoHash().orElseThrow();
        Device strangers = site.device(stranger);
        catalog.identity().accounts().disable(stranger.id());
        var list = catalog.datasets().contents().accessList(member.id(), hash).orElseThrow();
        assertThat(list.everyone()).isTrue();
        assertThat(list.accountIds()).isEmpty();
        assertThat(list.withdrawnDeviceIds()).containsExactly(strangers.id());
        catalog.identity().accounts().enable(stranger.id());
        assertThat(catalog.datasets().contents().accessList(member.id(), hash).orElseThrow()
                .withdrawnDeviceIds()).isEmpty();
    }

    @Test
    void publish_refusesForeignDevicesGroupsAndEmptyLists() {
        Group group = catalog.people().groups().create(stranger.id(), "Others", "", true);
        Device other = site.device(stranger);
        for (var draft : List.of(draft(other, Grants.EVERYONE),
                draft(source, Grants.groups(List.of(group.id()))),
                draft(source, Grants.groups(List.of())),
                draft(source, Grants.accounts(List.of("nobody"))))) {
            assertThatThrownBy(() -> catalog.datasets().publishing().publish(draft))
                    .isInstanceOf(CatalogException.class);
        }
        assertThat(catalog.datasets().contents().ownedBy(publisher.id(), 0, 100).items()).isEmpty();
        assertThat(catalog.work().tasks().of(publisher.id(), 10)).isEmpty();
    }

    @Test
    void register_acceptsTheSameTwiceAndRefusesOthers() {
        var published = catalog.datasets().publishing().publish(draft(source, Grants.EVERYONE));
        String task = published.task().id();
        var made = new Registrations.Registration("ab".repeat(20), new byte[]{1}, 5, 1, false);
        var other = new Registrations.Registration("cd".repeat(20), new byte[]{2}, 5, 1, false);
        assertThat(catalog.datasets().registrations().register("elsewhere", task, made)).isEmpty();
        assertThat(catalog.datasets().registrations().register(source.id(), task, made))
                .isPresent();
        assertThat(catalog.datasets().registrations().register(source.id(), task, made))
                .isPresent();
        assertThatThrownBy(
                () -> catalog.datasets().registrations().register(source.id(), task, other))
                .isInstanceOf(CatalogException.class);
        var again = catalog.datasets().publishing().publish(draft(source, Grants.EVERYONE));
        assertThatThrownBy(
                () -> catalog.datasets().registrations().register(source.id(), again.task().id(),
                        made))
                .isInstanceOf(CatalogException.class);
    }

    /** As earlier programs stored it, with whatever trackers the device named. */
    @Test
    void metainfo_isGivenOutWithItsInfoDictionaryAlone() {
        var published = catalog.datasets().publishing().publish(draft(source, Grants.EVERYONE));
        String info = "4:infod6:lengthi5e4:name1:a12:piece lengthi16384e6:pieces20:"
                + "aaaaaaaaaaaaaaaaaaaae";
        byte[] stored = ("d8:announce20:http://127.0.0.1/ann" + info + "e")
                .getBytes(StandardCharsets.US_ASCII);
        catalog.datasets().registrations().register(source.id(), published.task().id(),
                new Registrations.Registration("ab".repeat(20), stored, 5, 1, false));
        assertThat(catalog.datasets().contents().metainfo(publisher.id(), published.content().id()))
                .hasValueSatisfying(given -> assertThat(given).asString(StandardCharsets.US_ASCII)
                        .isEqualTo("d" + info + "e"));
    }

    @Test
    void metainfo_ofTenMebibytesIsKept() {
        var published = catalog.datasets().publishing().publish(draft(source, Grants.EVERYONE));
        var large = new byte[10 << 20];
        large[large.length - 1] = 1;
        catalog.datasets().registrations().register(source.id(), published.task().id(),
                new Registrations.Registration("ab".repeat(20), large, 5, 1, false));
        assertThat(catalog.datasets().contents().metainfo(publisher.id(), published.content().id()))
                .contains(large);
    }

    @Test
    void requestDownload_givesTheSameTaskWhileItIsActive() {
        Content content = site.publish(publisher, source, "ice", Grants.EVERYONE);
        Device device = site.device(member);
        Task first = catalog.work().tasks().requestDownload(member.id(), content.id(), device.id())
                .orElseThrow();
        assertThat(catalog.work().tasks().requestDownload(member.id(), content.id(), device.id()))
                .map(Task::id).contains(first.id());
        catalog.work().tasks().cancel(member.id(), first.id());
        Task second = catalog.work().tasks()
                .request(member.id(), Order.of(Kind.DOWNLOAD, content.id(), device.id())
                        .in("/data"))
                .orElseThrow();
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(second.folder()).contains("/data");
        assertThat(catalog.work().assignments().of(device.id())).extracting(Task::state)
                .containsExactlyInAnyOrder(Task.State.CANCELLED, Task.State.WAITING);
    }

    @Test
    void task_neverLeavesAFinalState() {
        Content content = site.publish(publisher, source, "ice", Grants.EVERYONE);
        Device device = site.device(member);
        String task = catalog.work().tasks().requestDownload(member.id(), content.id(), device.id())
                .orElseThrow().id();
        assertThat(catalog.work().assignments().report("elsewhere", task, Site.done())).isEmpty();
        catalog.work().assignments().report(device.id(), task, Site.done());
        var running = new Task.Report(Task.State.RUNNING, 1, 42, 9, 1, "again");
        assertThat(catalog.work().assignments().report(device.id(), task, running)).map(Task::state)
                .contains(Task.State.DONE);
        assertThat(catalog.work().tasks().cancel(member.id(), task)).map(Task::state)
                .contains(Task.State.DONE);
        assertThat(catalog.work().tasks().cancel(stranger.id(), task)).isEmpty();
    }

    @Test
    void failedPublishing_leavesAFailedContent() {
        var published = catalog.datasets().publishing().publish(draft(source, Grants.EVERYONE));
        catalog.work().assignments().report(source.id(), published.task().id(),
                new Task.Report(Task.State.FAILED, 0, 0, 0, 0, "The folder is not there."));
        assertThat(catalog.datasets().contents().ownedBy(publisher.id(), 0, 100).items())
                .extracting(Content::state)
                .containsExactly(Content.State.FAILED);
    }

    @Test
    void swarm_tellsWhereADeviceSaysThatItCanBeCalled_byItsLatestWord() {
        Content content = site.publish(publisher, source, "ice", Grants.EVERYONE);
        Device reader = site.device(member);
        catalog.machines().addresses().report(source.id(), List.of(place("198.18.0.1", 1)));
        List<Device.Place> said = List.of(place("2001:db8::7", 6881), place("10.0.0.7", 6881));
        catalog.machines().addresses().report(source.id(), said);
        assertThat(catalog.sharing().swarms().peers(content.id(), reader.id(), 10)).singleElement()
                .extracting(Peer::places).isEqualTo(said);
        catalog.machines().addresses().report(source.id(), List.of());
        assertThat(catalog.sharing().swarms().peers(content.id(), reader.id(), 10)).singleElement()
                .extracting(Peer::places).isEqualTo(List.of());
    }

    @Test
    void placesWithoutEnd_areRefused() {
        assertThatThrownBy(() -> catalog.machines().addresses().report(source.id(),
                Collections.nCopies(17, place("198.18.0.1", 1))))
                .isInstanceOf(CatalogException.class);
    }

    private static Device.Place place(String address, int port) {
        return new Device.Place(address, new Device.Endpoint("tcp", port));
    }

    @Test
    void swarm_countsAndForgetsThoseNotHeardOf() {
        Content content = site.publish(publisher, source, "ice", Grants.EVERYONE);
        Device reader = site.device(member);
        site.announce(content, reader, 9);
        assertThat(catalog.sharing().swarms().counts(content.id()))
                .isEqualTo(new Swarms.Counts(1, 1));
        assertThat(site.seenBy(member, content).orElseThrow().copies()).isEqualTo(1);
        assertThat(catalog.sharing().swarms().peers(content.id(), reader.id(), 10))
                .containsExactly(new Peer(source.id(), "192.0.2.7",
                        List.of(new Device.Endpoint("tcp", 6881)), List.of()));
        site.pass(Swarms.INTERVAL.multipliedBy(3));
        assertThat(catalog.sharing().swarms().counts(content.id()))
                .isEqualTo(new Swarms.Counts(0, 0));
        assertThat(catalog.sharing().swarms().peers(content.id(), reader.id(), 10)).isEmpty();
    }

    @Test
    void awaitRevision_endsWhenATaskIsMade() throws Exception {
        Content content = site.publish(publisher, source, "ice", Grants.EVERYONE);
        Device device = site.device(member);
        long known = site.revision(device);
        var woken = CompletableFuture.supplyAsync(() -> await(device, known));
        catalog.work().tasks().requestDownload(member.id(), content.id(), device.id());
        assertThat(woken.get()).isGreaterThan(known);
    }

    private long await(Device device, long known) {
        try {
            return catalog.machines().devices().awaitRevision(device.id(), known, false,
                    Duration.ofMinutes(5),
                    () -> false);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Draft draft(Device device, Grants grants) {
        return new Draft(publisher.id(), "ice", "", grants, device.id(), "/data/x");
    }

    private Group groupWithMember() {
        return site.group(publisher, "Climate", member);
    }
}
