package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.audit.AuditEntry;
import org.gridtorrent.catalog.audit.AuditQuery;
import org.gridtorrent.catalog.mail.Contact;
import org.gridtorrent.catalog.mail.MailAddress;
import org.gridtorrent.catalog.mail.MailAddresses;
import org.gridtorrent.catalog.mail.Outbox;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.catalog.mail.OutgoingMail.Kind;
import org.gridtorrent.catalog.mail.OutgoingMail.State;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Addresses that are confirmed, and the outbox. */
@ParameterizedClass
@EnumSource
class MailTest {
    private static final String ADDRESS = "Ada@example.org";

    private final TestDatabase database;
    private Site site;
    private Account ada;

    MailTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        ada = site.catalog.identity().accounts().register("ada", "A person", "a long password",
                new Contact(ADDRESS, "de"), true);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private MailAddresses addresses() {
        return site.catalog.identity().mailAddresses();
    }

    private Outbox outbox() {
        return site.catalog.notifications().outbox();
    }

    @Test
    void anAddress_isConfirmedByTheLastLinkOnce() {
        assertThat(addresses().find(ada.id()))
                .contains(new MailAddress(ADDRESS, false, "de", true));
        assertThat(addresses().confirmedOf("ada")).isEmpty();
        String replaced = addresses().link(ada.id(), ADDRESS).orElseThrow();
        String link = addresses().link(ada.id(), ADDRESS).orElseThrow();
        assertThat(addresses().linked(replaced)).isEmpty();
        assertThat(addresses().confirm(replaced)).isFalse();
        assertThat(addresses().linked(link)).contains(ADDRESS);
        assertThat(addresses().confirm(link)).isTrue();
        assertThat(addresses().confirm(link)).isFalse();
        assertThat(addresses().find(ada.id()))
                .contains(new MailAddress(ADDRESS, true, "de", false));
        assertThat(addresses().confirmedOf(" ADA ")).containsExactly(ada.id());
        assertThat(addresses().confirmedOf("ada@EXAMPLE.org")).containsExactly(ada.id());
        assertThat(addresses().link(ada.id(), ADDRESS)).as("nothing to confirm").isEmpty();
        site.catalog.identity().accounts().disable(ada.id());
        assertThat(addresses().confirmedOf("ada")).isEmpty();
    }

    @Test
    void anotherAddress_isConfirmedAnewAndTheOldLinkIsWorthNothing() {
        String link = addresses().link(ada.id(), ADDRESS).orElseThrow();
        assertThat(addresses().confirm(link)).isTrue();
        site.catalog.identity().profiles().change(ada.id(), new Profile("Ada", "", "", ADDRESS));
        assertThat(addresses().find(ada.id()).orElseThrow().confirmed()).isTrue();
        site.catalog.identity().profiles().change(ada.id(),
                new Profile("Ada", "", "", "b@example.org"));
        assertThat(addresses().find(ada.id()).orElseThrow().confirmed()).isFalse();
        String second = addresses().link(ada.id(), "b@example.org").orElseThrow();
        site.catalog.identity().profiles().change(ada.id(),
                new Profile("Ada", "", "", "c@example.org"));
        assertThat(addresses().confirm(second)).isFalse();
        assertThat(addresses().link(ada.id(), "b@example.org")).isEmpty();
        assertThat(addresses().find(ada.id()).orElseThrow().confirmed()).isFalse();
    }

    @Test
    void theOldAddress_isToldWhenItWasConfirmed() {
        var profiles = site.catalog.identity().profiles();
        profiles.change(ada.id(), new Profile("Ada", "", "", "b@example.org"), true);
        assertThat(outbox().counts()).as("it was not").isEmpty();
        assertThat(addresses().confirm(addresses().link(ada.id(), "b@example.org").orElseThrow()))
                .isTrue();
        profiles.change(ada.id(), new Profile("Ada L.", "", "", "b@example.org"), true);
        assertThat(outbox().counts()).as("it is the same").isEmpty();
        assertThat(profiles.changeKeepingMail(ada.id(),
                new Profile("Ada", "", "Ice", "eve@example.org"))).isTrue();
        assertThat(profiles.find(ada.id()))
                .contains(new Profile("Ada", "", "Ice", "b@example.org"));
        assertThat(addresses().find(ada.id()).orElseThrow().confirmed()).isTrue();
        profiles.change(ada.id(), new Profile("Ada", "", "", ""), true);
        assertThat(outbox().take()).hasValueSatisfying(mail -> {
            assertThat(mail.kind()).isEqualTo(Kind.MAIL_CHANGED);
            assertThat(mail.address()).isEqualTo("b@example.org");
            assertThat(mail.accountId()).contains(ada.id());
            assertThat(mail.language()).isEqualTo("de");
        });
        assertThat(site.catalog.site().auditLog().find(
                new AuditQuery("ada", "PROFILE_CHANGED", "", AuditQuery.BEGINNING, AuditQuery.END),
                0, 9)
                .items()).extracting(AuditEntry::detail)
                .containsExactlyInAnyOrder("mail", "", "", "mail");
    }

    @Test
    void linksForAPassword_endWithTheAddressTheyWentTo() {
        var profiles = site.catalog.identity().profiles();
        String link = site.catalog.identity().passwordLinks().create(ada.id());
        profiles.change(ada.id(), profiles.find(ada.id()).orElseThrow());
        assertThat(site.catalog.identity().passwordLinks().find(link)).isPresent();
        profiles.change(ada.id(), new Profile("Ada", "", "", "b@example.org"));
        assertThat(site.catalog.identity().passwordLinks().find(link)).isEmpty();
    }

    @Test
    void aLink_ends() {
        String link = addresses().link(ada.id(), ADDRESS).orElseThrow();
        site.pass(MailAddresses.LINK_LIFE);
        assertThat(addresses().linked(link)).isEmpty();
        assertThat(addresses().confirm(link)).isFalse();
    }

    @Test
    void registeringWithWhatIsNoAddress_isRefused() {
        assertThatThrownBy(
                () -> site.catalog.identity().accounts().register("eve", "Eve", "a long password",
                        new Contact("eve", "en"), false))
                .isInstanceOf(CatalogException.class);
        assertThat(site.catalog.identity().accounts().findByName("eve")).isEmpty();
    }

    @Test
    void aMail_isTakenByOneOfManyAndAgainWhenThatOneDied() throws Exception {
        IntStream.range(0, 20).forEach(
                i -> outbox().add(Kind.TEST, "a" + i + "@example.org", "en", "detail " + i));
        try (var nodes = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<List<String>> node = () -> {
                List<String> taken = new ArrayList<>();
                for (Optional<OutgoingMail> next = outbox().take(); next
                        .isPresent(); next = outbox().take()) {
                    taken.add(next.get().address());
                }
                return taken;
            };
            List<String> taken = nodes.invokeAll(List.of(node, node, node, node)).stream()
                    .flatMap(result -> result.resultNow().stream()).toList();
            assertThat(taken).hasSize(20).doesNotHaveDuplicates();
        }
        site.pass(Outbox.LEASE);
        assertThat(outbox().take()).hasValueSatisfying(mail -> {
            assertThat(mail.attempts()).isEqualTo(2);
            outbox().sent(mail);
        });
        assertThat(outbox().counts())
                .isEqualTo(Map.of(State.WAITING, 19L, State.SENT, 1L));
    }

    @Test
    void aMailThatFails_waitsLongerEachTimeAndIsGivenUpWithTheReason() {
        outbox().add(Kind.TEST, "a@example.org", "en", "");
        Duration wait = Duration.ofMinutes(1);
        while (true) {
            OutgoingMail mail = outbox().take().orElseThrow();
            outbox().failed(mail, "not there");
            if (outbox().counts().containsKey(State.GIVEN_UP)) {
                break;
            }
            site.pass(wait.minusSeconds(1));
            assertThat(outbox().take()).as("before " + wait).isEmpty();
            site.pass(Duration.ofSeconds(1));
            wait = wait.multipliedBy(2).compareTo(Duration.ofHours(4)) > 0
                    ? Duration.ofHours(4)
                    : wait.multipliedBy(2);
        }
        assertThat(outbox().list(0, 10).items()).singleElement().satisfies(mail -> {
            assertThat(mail.state()).isEqualTo(State.GIVEN_UP);
            assertThat(mail.problem()).isEqualTo("not there");
            assertThat(mail.ended()).contains(site.now);
            assertThat(mail.created().plus(Outbox.GIVEN_UP_AFTER)).isBeforeOrEqualTo(site.now);
        });
        site.pass(Duration.ofDays(31));
        outbox().forgetOld();
        assertThat(outbox().list(0, 10).items()).isEmpty();
    }

    @Test
    void theSame_isNotSentAgainToOnePersonWithinFiveMinutes() {
        assertThat(outbox().add(Kind.CONFIRM, ada.id())).isTrue();
        assertThat(outbox().add(Kind.CONFIRM, ada.id())).isFalse();
        assertThat(outbox().add(Kind.PASSWORD, ada.id())).isTrue();
        site.catalog.identity().profiles().change(ada.id(),
                new Profile("Ada", "", "", "b@example.org"));
        assertThat(outbox().add(Kind.CONFIRM, ada.id())).as("to another address").isTrue();
        site.pass(Duration.ofMinutes(5));
        assertThat(outbox().add(Kind.CONFIRM, ada.id())).isTrue();
        assertThat(outbox().list(0, 3).more()).isTrue();
        assertThat(outbox().list(0, 10).items().stream().map(OutgoingMail::language)
                .collect(Collectors.toSet())).containsExactly("de");
        assertThat(outbox().add(Kind.CONFIRM, site.account("bare").id()))
                .as("without an address").isFalse();
    }
}
