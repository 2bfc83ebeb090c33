package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Long polls and what is remembered, with two nodes on one database. */
@ParameterizedClass
@EnumSource
class WatchTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final TestDatabase kind;
    private final AtomicBoolean givesUp = new AtomicBoolean();
    private Site here;
    private Catalog elsewhere;
    private Account owner;
    private Device device;

    WatchTest(TestDatabase kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() throws Exception {
        DatabaseLogin login = kind.empty();
        here = new Site(login);
        elsewhere = Catalog.open(login);
        owner = here.account("owner");
        device = here.device(owner);
    }

    @AfterEach
    void close() {
        givesUp.set(true);
        elsewhere.close();
        here.close();
    }

    @Test
    void longPoll_isAnsweredByAChangeOfAnotherNode() throws Exception {
        long known = here.revision(device);
        var answer = waiting(device.id(), known);
        task(elsewhere);
        assertThat(answer.get()).isGreaterThan(known);
    }

    @Test
    void change_wakesNobodyWhomItDoesNotConcern() throws Exception {
        List<CompletableFuture<Long>> others = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            others.add(waiting("nobody" + i, 0));
        }
        var answer = waiting(device.id(), here.revision(device));
        task(here.catalog);
        answer.get();
        await().untilAsserted(() -> assertThat(here.catalog.waiting()).isEqualTo(1_000));
        givesUp.set(true);
        here.catalog.wakeWaiters();
        for (var other : others) {
            assertThat(other.get()).isZero();
        }
        assertThat(here.catalog.waiting()).isZero();
    }

    private void task(Catalog node) {
        node.datasets().publishing()
                .publish(new Content.Draft(owner.id(), "ice", "", Grants.EVERYONE,
                        device.id(), "/data"));
    }

    private CompletableFuture<Long> waiting(String deviceId, long known) {
        var started = here.catalog.waiting();
        var answer = CompletableFuture.supplyAsync(() -> {
            try {
                return here.catalog.machines().devices().awaitRevision(deviceId, known, false, LONG,
                        givesUp::get);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, Executors.newVirtualThreadPerTaskExecutor());
        await().until(() -> here.catalog.waiting() > started || answer.isDone());
        return answer;
    }
}
