package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.device.DeviceLimits;
import org.gridtorrent.catalog.device.FolderListing;
import org.gridtorrent.catalog.device.FolderListing.Entry;
import org.gridtorrent.catalog.device.FolderListing.Outcome;
import org.gridtorrent.catalog.device.FolderQuery;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Questions are put at one node; the machine polls and answers at another. */
@ParameterizedClass
@EnumSource
class FolderQueriesTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration NOT_AT_ALL = Duration.ZERO;

    private final TestDatabase kind;
    private Site pages;
    private Catalog tracker;
    private Account owner;
    private Device device;

    FolderQueriesTest(TestDatabase kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() throws Exception {
        DatabaseLogin login = kind.empty();
        pages = new Site(login);
        tracker = Catalog.open(login, () -> pages.now);
        owner = pages.account("owner");
        device = pages.device(owner);
    }

    @AfterEach
    void close() {
        tracker.close();
        pages.close();
    }

    @Test
    void question_endsTheMachinesPollAtAnotherNodeAndItsAnswerEndsThePagesWait() throws Exception {
        long known = pages.revision(device);
        var poll = meanwhile(
                () -> tracker.machines().devices().awaitRevision(device.id(), known, true, LONG,
                        () -> false));
        await().until(() -> tracker.waiting() == 1);
        FolderQuery question = ask("/data", 0);
        assertThat(poll.get()).as("the revision, which did not move").isEqualTo(known);
        assertThat(tracker.machines().folderQueries().handOut(device.id()))
                .containsExactly(question);

        var page = meanwhile(
                () -> pages.catalog.machines().folderQueries().await(owner.id(), device.id(),
                        question, LONG));
        await().until(() -> pages.catalog.waiting() == 1);
        var listing = new FolderListing(Outcome.YES, 412, List.of(new Entry("Läufe ", true, 0),
                new Entry("notes.txt", false, 42)));
        assertThat(tracker.machines().folderQueries().answer(device.id(), question.id(), listing))
                .isTrue();
        assertThat(page.get()).contains(listing);
    }

    @Test
    void questionThatWasHandedOut_doesNotEndTheNextPoll() throws Exception {
        ask("/data", 0);
        assertThat(tracker.machines().folderQueries().handOut(device.id())).hasSize(1);
        assertThat(tracker.machines().folderQueries().handOut(device.id())).isEmpty();
        long known = pages.revision(device);
        var poll = meanwhile(
                () -> tracker.machines().devices().awaitRevision(device.id(), known, true, LONG,
                        () -> false));
        await().until(() -> tracker.waiting() == 1);
        pages.catalog.machines().limits().set(owner.id(), device.id(),
                new DeviceLimits.Limits("2MB", ""));
        assertThat(poll.get()).isGreaterThan(known);
        assertThat(tracker.machines().limits().of(device.id()))
                .isEqualTo(new DeviceLimits.Limits("2MB", ""));
    }

    @Test
    void machine_isAskedByItsOwnerAloneAndAnswersForItselfAlone() throws Exception {
        Account other = pages.account("other");
        Device others = pages.device(other);
        assertThat(
                pages.catalog.machines().folderQueries().ask(other.id(), device.id(), "/data", 0))
                .isEmpty();
        assertThat(pages.catalog.machines().limits().set(other.id(), device.id(),
                DeviceLimits.Limits.NONE)).isFalse();
        FolderQuery question = ask("/data", 0);
        assertThat(tracker.machines().folderQueries().handOut(others.id())).isEmpty();
        assertThat(tracker.machines().folderQueries().answer(others.id(), question.id(), empty()))
                .isFalse();
        assertThat(tracker.machines().folderQueries().answer(device.id(), question.id(), empty()))
                .isTrue();
        assertThat(answer(other, device, question)).isEmpty();
        assertThat(answer(other, others, question)).isEmpty();
        assertThat(answer(owner, device, new FolderQuery(question.id(), "/other", 0))).isEmpty();
        assertThat(answer(owner, device, question)).contains(empty());
        pages.catalog.machines().withdrawals().withdraw(owner.id(), device.id());
        assertThat(answer(owner, device, question)).isEmpty();
        assertThat(
                pages.catalog.machines().folderQueries().ask(owner.id(), device.id(), "/data", 0))
                .isEmpty();
    }

    @Test
    void questionAskedAgainSoon_isTheSameUntilItIsAnswered() {
        FolderQuery question = ask("/data", 0);
        assertThat(ask("/data", 0)).isEqualTo(question);
        assertThat(ask("/data", 100)).isNotEqualTo(question);
        tracker.machines().folderQueries().answer(device.id(), question.id(), empty());
        assertThat(ask("/data", 0)).isNotEqualTo(question);
    }

    @Test
    void secondAnswer_changesNothing() throws Exception {
        FolderQuery question = ask("/data", 0);
        tracker.machines().folderQueries().answer(device.id(), question.id(), empty());
        assertThat(tracker.machines().folderQueries().answer(device.id(), question.id(),
                new FolderListing(Outcome.NOT_OPEN, 0, List.of()))).isTrue();
        assertThat(answer(owner, device, question)).contains(empty());
    }

    @Test
    void questionsAreForgottenAfterAMinuteAndTooManyAreRefused() throws Exception {
        FolderQuery first = ask("/first", 0);
        pages.pass(Duration.ofSeconds(61));
        assertThat(tracker.machines().folderQueries().handOut(device.id())).isEmpty();
        for (int i = 0; i < 64; i++) {
            ask("/data/" + i, 0);
        }
        assertThat(answer(owner, device, first)).isEmpty();
        assertThat(tracker.machines().folderQueries().answer(device.id(), first.id(), empty()))
                .isFalse();
        assertThatThrownBy(() -> ask("/one/more", 0)).isInstanceOf(CatalogException.class)
                .hasMessageContaining("Too many requests");
        assertThat(tracker.machines().folderQueries().handOut(device.id())).hasSize(16);
        List<Entry> many = IntStream.rangeClosed(0, FolderListing.MOST)
                .mapToObj(i -> new Entry("f" + i, false, 1)).toList();
        assertThatThrownBy(() -> tracker.machines().folderQueries().answer(device.id(), first.id(),
                new FolderListing(Outcome.YES, many.size(), many)))
                .isInstanceOf(CatalogException.class);
    }

    private static FolderListing empty() {
        return new FolderListing(Outcome.YES, 0, List.of());
    }

    private FolderQuery ask(String folder, int first) {
        return pages.catalog.machines().folderQueries().ask(owner.id(), device.id(), folder, first)
                .orElseThrow();
    }

    private Optional<FolderListing> answer(Account account, Device asked, FolderQuery question)
            throws InterruptedException {
        return pages.catalog.machines().folderQueries().await(account.id(), asked.id(), question,
                NOT_AT_ALL);
    }

    private static <T> CompletableFuture<T> meanwhile(Callable<T> work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return work.call();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        }, Executors.newVirtualThreadPerTaskExecutor());
    }
}
