package org.gridtorrent.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.xml.ws.Holder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.workflow.Publishing.Published;
import org.gridtorrent.contract.TaskState;
import org.gridtorrent.contract.TrackerFault;
import org.gridtorrent.tracker.TrackerSite.Machine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class LoggingInvokerTest {
    private final Logger logger = (Logger) LoggerFactory
            .getLogger("org.gridtorrent.tracker.soap.LoggingInvoker");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @TempDir
    Path folder;
    private TrackerSite site;

    @BeforeEach
    void listen() throws Exception {
        site = new TrackerSite(folder);
        logger.setLevel(Level.INFO);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void end() {
        logger.detachAppender(log);
        logger.setLevel(null);
        site.close();
    }

    @Test
    void lines_sayWhichDeviceTaskAndContent() throws Exception {
        Machine machine = site.ready("publisher");
        assertThat(keys("enrol done")).containsExactly(Map.of("device", machine.id()));
        Published published = site.publishing(machine, Grants.EVERYONE);
        String task = published.task().id();
        machine.tracker().registerContent(task, TrackerSite.metainfo("named"), null);
        assertThat(keys("registerContent done"))
                .containsExactly(Map.of("device", machine.id(), "task", task));
        report(machine, task, TaskState.RUNNING);
        report(machine, task, TaskState.DONE);
        assertThat(keys("reportTask done"))
                .containsExactly(Map.of("device", machine.id(), "task", task));
        var content = new Holder<>(published.content().id());
        var next = new Holder<String>();
        machine.tracker().newVersion(content, "/data/next", null, next);
        assertThat(keys("newVersion done")).containsExactly(Map.of("device", machine.id(),
                "content", content.value, "task", next.value));
    }

    @Test
    void listener_hearsOfEveryCallAndItsEnd() throws Exception {
        Machine machine = site.ready("member");
        assertThatThrownBy(() -> machine.tracker().listPeers("00".repeat(20), 10, null))
                .isInstanceOf(TrackerFault.class);
        assertThat(site.calls).containsExactly("enrol done", "reportDevice done",
                "listPeers not_found");
    }

    @Test
    void readiness_isForWhoeverAsks() throws Exception {
        try (HttpClient http = HttpClient.newBuilder().sslContext(site.context(Optional.empty()))
                .build()) {
            var answer = http.send(HttpRequest.newBuilder(site.url("/ready")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).startsWith("ready");
        }
    }

    private static void report(Machine machine, String task, TaskState state)
            throws TrackerFault {
        machine.tracker().reportTask(task, new Holder<>(state), 5, 5, 0, 0, "", null, null,
                List.of(), null);
    }

    private List<Map<String, String>> keys(String begin) {
        return List.copyOf(log.list).stream()
                .filter(event -> event.getFormattedMessage().startsWith(begin + " in"))
                .map(ILoggingEvent::getMDCPropertyMap).toList();
    }
}
