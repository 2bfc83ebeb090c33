package org.gridtorrent.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.device.Device.Enrolled;
import org.gridtorrent.catalog.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What the log says of who had which machine do what. */
class CommandLogTest {
    private final Logger logger = (Logger) LoggerFactory
            .getLogger("org.gridtorrent.ccm.command.CommandLog");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @TempDir
    Path folder;
    private TestSite site;
    private Account publisher;
    private Enrolled workstation;
    private Enrolled laptop;
    private Task published;

    @BeforeEach
    void listen() throws Exception {
        site = new TestSite(folder.resolve("site"));
        publisher = site.account("publisher");
        workstation = site.machine(publisher, "workstation", "/data");
        laptop = site.machine(site.account("member"), "laptop");
        published = site.publish(publisher, workstation.device(), "Run 42", "", Grants.EVERYONE);
        site.register(published, Files.writeString(folder.resolve("frames.h5"), "bytes"));
        site.catalog.work().assignments().openSession(laptop.device().id(), "2");
        logger.setLevel(Level.INFO);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void end() throws Exception {
        logger.detachAppender(log);
        logger.setLevel(null);
        site.close();
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static Map<String, String> about(String user, Task task) {
        return Map.of("user", user, "task", task.id(), "content", task.contentId(), "device",
                task.deviceId());
    }

    private Task onlyTaskOf(Enrolled machine) {
        return site.catalog.work().assignments().of(machine.device().id()).getFirst();
    }

    @Test
    void ordersOnPages_nameThePersonAndWhatTheyAreAbout() throws Exception {
        Browser member = site.loggedIn("member");
        member.post("/datasets/" + published.contentId() + "/get", "device",
                laptop.device().id());
        Task download = onlyTaskOf(laptop);
        for (String verb : List.of("pause", "resume", "cancel")) {
            member.post("/transfers/" + download.id() + "/" + verb);
        }
        assertThat(lines()).containsExactly("order download", "pause download",
                "resume download", "cancel download");
        assertThat(log.list).extracting(ILoggingEvent::getMDCPropertyMap)
                .containsOnly(about("member", download));
        log.list.clear();

        Browser owner = site.loggedIn("publisher");
        owner.post("/publish", "title", "Run 43", "device", workstation.device().id(), "path",
                "/data", "access", "public");
        owner.post("/datasets/" + published.contentId() + "/copies", "copies", "2");
        owner.post("/datasets/" + published.contentId() + "/copies", "do", "none");
        owner.post("/datasets/" + published.contentId() + "/replicas", "url", "http://no host/");
        assertThat(lines()).containsExactly("order publish", "keep 2 copies", "keep 0 copies");
        assertThat(log.list.getFirst().getMDCPropertyMap()).containsEntry("user", "publisher")
                .containsEntry("device", workstation.device().id()).containsKeys("task",
                        "content");
        assertThat(log.list.getLast().getMDCPropertyMap())
                .isEqualTo(Map.of("user", "publisher", "content", published.contentId()));
    }

    @Test
    void ordersByPrograms_nameThePersonToo() throws Exception {
        String dataset = "/api/v1/datasets/" + published.contentId();
        send(laptop, dataset + "/downloads", "{}");
        Task download = onlyTaskOf(laptop);
        for (String verb : List.of("pause", "resume", "cancel")) {
            send(laptop, "/api/v1/tasks/" + download.id() + "/" + verb, "{}");
        }
        assertThat(lines()).containsExactly("order download", "pause download",
                "resume download", "cancel download");
        assertThat(log.list).extracting(ILoggingEvent::getMDCPropertyMap)
                .containsOnly(about("member", download));
        log.list.clear();

        send(laptop, "/api/v1/tasks/" + download.id() + "/retry", "{}");
        send(laptop, dataset + "/tasks", "{\"kind\":\"verify\"}");
        send(workstation, "/api/v1/datasets", "{\"title\":\"Run 43\",\"access\":\"public\","
                + "\"path\":\"/data\"}");
        send(workstation, dataset + "/copies", "{\"copies\":2}");
        assertThat(lines()).containsExactly("retry download", "order verify", "order publish",
                "keep 2 copies");
    }

    @Test
    void withdrawnDevicesAreThere_onPagesAndByPrograms() throws Exception {
        String withdrawn = workstation.device().id();
        site.loggedIn("member").post("/machines/" + laptop.device().id() + "/withdraw");
        send(workstation, "/api/v1/devices/" + withdrawn + "/withdraw", "{}");
        assertThat(lines()).containsExactly("withdraw device " + laptop.device().id(),
                "withdraw device " + withdrawn);
    }

    @Test
    void groupsBuddiesQuotasAndMetadata_areThere_onPagesAndByPrograms() throws Exception {
        String colleague = site.account("colleague").id();
        Browser owner = site.loggedIn("publisher");
        owner.post("/groups", "name", "Beamline", "access", "closed");
        String group = site.catalog.people().groups().of(publisher.id()).getFirst().id();
        owner.post("/groups/" + group + "/edit", "name", "Beamline 7", "access", "open");
        owner.post("/groups/" + group + "/invite", "name", "member");
        send(laptop, "/api/v1/groups/" + group + "/accept", "{}");
        send(workstation, "/api/v1/groups/" + group + "/role",
                "{\"user\":\"member\",\"role\":\"admin\"}");
        send(laptop, "/api/v1/groups/" + group + "/invite", "{\"user\":\"colleague\"}");
        owner.post("/groups/" + group + "/withdraw", "user", colleague);
        send(laptop, "/api/v1/groups/" + group + "/leave", "{}");
        owner.post("/buddies", "name", "member");
        send(laptop, "/api/v1/buddies/publisher/accept", "{}");
        send(laptop, "/api/v1/buddies/nobody/ask", "{}");
        owner.post("/buddies/" + colleague + "/block");
        assertThat(lines()).containsExactly("create group " + group, "describe group " + group,
                "invite member to group " + group,
                "accept membership of member in group " + group,
                "make member admin of group " + group,
                "invite colleague to group " + group,
                "call off membership of colleague in group " + group, "leave group " + group,
                "ask buddy member", "accept buddy publisher", "block colleague");
        log.list.clear();

        Account boss = site.catalog.identity().accounts().registerAdmin("boss", "Who runs it",
                TestSite.PASSWORD);
        site.loggedIn("boss").post("/admin/settings/quota", "quotaDatasets", "20");
        var program = RestCaller.own(site, boss, Scope.WRITE);
        program.post("/admin/users/member/quota", "{\"datasets\":2}", 200);
        program.post("/admin/users/member/quota", "{\"own\":false}", 200);
        program.post("/admin/groups/" + group + "/delete", "", 200);
        assertThat(lines()).containsExactly("change quota of the site", "give quota to member",
                "take back quota of member", "delete group " + group);
        assertThat(log.list).extracting(ILoggingEvent::getMDCPropertyMap)
                .containsOnly(Map.of("user", "boss"));
        log.list.clear();

        owner.post("/datasets/" + published.contentId() + "/edit", "title", "Run 43");
        send(workstation, "/api/v1/datasets/" + published.contentId() + "/metadata",
                "{\"title\":\"Run 44\"}");
        assertThat(lines()).containsExactly("describe", "describe");
        assertThat(log.list.getLast().getMDCPropertyMap())
                .isEqualTo(Map.of("user", "publisher", "content", published.contentId()));
    }

    @Test
    void ordersThatAreRefused_areNotThere() throws Exception {
        send(laptop, "/api/v1/datasets/none/downloads", "{}");
        send(laptop, "/api/v1/tasks/" + published.id() + "/cancel", "{}");
        send(laptop, "/api/v1/datasets/" + published.contentId() + "/copies", "{\"copies\":2}");
        site.loggedIn("member").post("/transfers/" + published.id() + "/cancel");
        assertThat(lines()).isEmpty();
    }

    private void send(Enrolled device, String path, String body) throws Exception {
        site.browser().send(HttpRequest.newBuilder(site.url.resolve(path))
                .header("Authorization", "Bearer " + device.apiToken())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)).build());
    }
}
