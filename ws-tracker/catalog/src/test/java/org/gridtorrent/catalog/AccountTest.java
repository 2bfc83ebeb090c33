package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.ApiToken.Scope;
import org.gridtorrent.catalog.account.ApiTokens;
import org.gridtorrent.catalog.account.PasswordLinks;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.account.Profiles;
import org.gridtorrent.catalog.account.SessionInfo;
import org.gridtorrent.catalog.account.Sessions;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Profiles, stays on the pages, tokens for programs. */
@ParameterizedClass
@EnumSource
class AccountTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final TestDatabase database;
    private Site site;
    private Account member;
    private Account other;

    AccountTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() throws Exception {
        site = new Site(database.empty());
        member = site.account("member");
        other = site.account("other");
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void aProfile_isReadAsItWasSet() {
        Profiles profiles = site.catalog.identity().profiles();
        assertThat(profiles.find(member.id()))
                .contains(new Profile("User member", "", "", ""));
        var said = new Profile("First Owner", "0000-0002-1825-0097", "Institute of Ice",
                "owner@example.org");
        assertThat(profiles.change(member.id(), said)).isTrue();
        assertThat(profiles.find(member.id())).contains(said);
        assertThat(site.catalog.identity().accounts().find(member.id()).orElseThrow().fullName())
                .isEqualTo("First Owner");
        assertThat(profiles.find(other.id())).contains(new Profile("User other", "", "", ""));
        assertThat(profiles.change("none", said)).isFalse();
    }

    @Test
    void aProfileThatCannotBe_isRefused() {
        for (Profile wrong : List.of(new Profile("", "", "", ""),
                new Profile("Owner", "0000-0002-1825-0098", "", ""),
                new Profile("Owner", "0000000218250097", "", ""),
                new Profile("Owner", "", "a\u202eb", ""), new Profile("Owner", "", "", "owner"),
                new Profile("Owner", "", "", "a@b@c"), new Profile("Owner", "", "", "a b@c.de"),
                new Profile("Owner", "", "", "a@b"), new Profile("Owner", "", "", "a@b."),
                new Profile("Owner", "", "", "a@b..de"),
                new Profile("Owner", "", "", "a@" + "b".repeat(260)),
                new Profile("Owner", "", "", "a@b\u0000"),
                new Profile("Owner", "", "", "a@\u202eb"),
                new Profile("A".repeat(201), "", "", ""))) {
            assertThatThrownBy(() -> site.catalog.identity().profiles().change(member.id(), wrong))
                    .as(wrong.toString()).isInstanceOf(CatalogException.class);
        }
        assertThat(site.catalog.identity().profiles().find(member.id()))
                .contains(new Profile("User member", "", "", ""));
    }

    @Test
    void stays_areListedWithWhatIsKnownOfThem() {
        Sessions sessions = site.catalog.identity().sessions();
        String desk = open(member, "192.0.2.7", "Firefox");
        site.pass(Duration.ofHours(1));
        String phone = open(member, "x".repeat(100), "y".repeat(1000));
        open(other, "", "");
        assertThat(sessions.of(member.id(), desk))
                .extracting(SessionInfo::origin, SessionInfo::agent,
                        SessionInfo::created, SessionInfo::current)
                .containsExactly(
                        tuple("x".repeat(60), "y".repeat(300),
                                site.now, false),
                        tuple("192.0.2.7", "Firefox",
                                site.now.minus(Duration.ofHours(1)), true));
        assertThat(sessions.find(desk)).isPresent();
        assertThat(sessions.of(member.id(), phone)).extracting(SessionInfo::seen)
                .containsExactly(site.now, site.now);
        site.pass(Duration.ofMinutes(5));
        assertThat(sessions.find(desk)).isPresent();
        assertThat(sessions.of(member.id(), desk)).extracting(SessionInfo::seen)
                .as("to five minutes").containsOnly(site.now.minus(Duration.ofMinutes(5)));
        site.pass(Duration.ofDays(1));
        assertThat(sessions.of(member.id(), desk)).isEmpty();
    }

    @Test
    void aStay_isEndedByItsOwnPersonAlone() {
        Sessions sessions = site.catalog.identity().sessions();
        String desk = open(member, "", "");
        String phone = open(member, "", "");
        String stranger = open(other, "", "");
        String id = sessions.of(member.id(), phone).stream().filter(SessionInfo::current)
                .findFirst()
                .orElseThrow().id();
        assertThat(sessions.end(other.id(), id)).isFalse();
        assertThat(sessions.end(member.id(), id)).isTrue();
        assertThat(sessions.end(member.id(), id)).isFalse();
        assertThat(sessions.find(phone)).isEmpty();
        phone = open(member, "", "");
        assertThat(sessions.endOthers(member.id(), desk)).isEqualTo(1);
        assertThat(sessions.find(phone)).isEmpty();
        assertThat(sessions.find(desk)).isPresent();
        assertThat(sessions.find(stranger)).isPresent();
    }

    @Test
    void aToken_isGoodUntilItIsOverOrRevoked() {
        ApiTokens tokens = site.catalog.identity().apiTokens();
        ApiToken.Made made = tokens.create(member.id(), "nightly", Scope.READ, DAY);
        assertThat(made.secret()).startsWith("gt_").hasSize(46);
        assertThat(made).hasToString("Made[" + made.token().id() + "]");
        assertThat(tokens.find(made.secret())).contains(made.token());
        assertThat(tokens.of(member.id())).singleElement()
                .satisfies(token -> assertThat(token.lastUsed()).contains(site.now));
        for (String wrong : List.of("", "gt_", made.secret() + "x", made.secret().substring(3))) {
            assertThat(tokens.find(wrong)).as(wrong).isEmpty();
        }
        assertThat(site.catalog.machines().devices().findByApiToken(made.secret())).isEmpty();
        site.pass(DAY);
        assertThat(tokens.find(made.secret())).isEmpty();
        assertThat(tokens.of(member.id())).as("still listed").hasSize(1);

        ApiToken.Made next = tokens.create(member.id(), "nightly", Scope.WRITE, DAY);
        assertThat(tokens.of(member.id())).extracting(ApiToken::scope)
                .containsExactly(Scope.WRITE, Scope.READ);
        assertThat(tokens.revoke(other.id(), next.token().id())).isFalse();
        assertThat(tokens.revoke(member.id(), next.token().id())).isTrue();
        assertThat(tokens.revoke(member.id(), next.token().id())).isFalse();
        assertThat(tokens.find(next.secret())).isEmpty();
        site.pass(Duration.ofDays(30));
        assertThat(tokens.of(member.id())).isEmpty();
    }

    @Test
    void aTokenOfADisabledAccount_isWorthNothing() {
        ApiToken.Made made = site.catalog.identity().apiTokens().create(member.id(), "nightly",
                Scope.READ,
                DAY);
        site.catalog.identity().accounts().disable(member.id());
        assertThat(site.catalog.identity().apiTokens().find(made.secret())).isEmpty();
        site.catalog.identity().accounts().enable(member.id());
        assertThat(site.catalog.identity().apiTokens().find(made.secret())).isPresent();
    }

    @Test
    void aTokenThatCannotBe_isRefused() {
        ApiTokens tokens = site.catalog.identity().apiTokens();
        for (Duration life : List.of(Duration.ZERO, DAY.negated(), Duration.ofDays(366))) {
            assertThatThrownBy(() -> tokens.create(member.id(), "n", Scope.READ, life))
                    .isInstanceOf(CatalogException.class);
        }
        for (String name : List.of("", " ", "a\nb", "x".repeat(101))) {
            assertThatThrownBy(() -> tokens.create(member.id(), name, Scope.READ, DAY))
                    .isInstanceOf(CatalogException.class);
        }
        assertThat(tokens.of(member.id())).isEmpty();
    }

    @Test
    void tokensMadeAtOnce_areNoMoreThanOneMayHave() throws Exception {
        ApiTokens tokens = site.catalog.identity().apiTokens();
        for (int i = 1; i < ApiTokens.MOST; i++) {
            tokens.create(member.id(), "number " + i, Scope.READ, DAY);
        }
        List<Future<ApiToken.Made>> made = new ArrayList<>();
        try (var makers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                made.add(makers.submit(() -> tokens.create(member.id(), "n", Scope.READ, DAY)));
            }
        }
        assertThat(made.stream().filter(one -> one.state() == Future.State.SUCCESS)).hasSize(1);
        assertThat(tokens.of(member.id())).hasSize(ApiTokens.MOST);
        assertThat(tokens.create(other.id(), "n", Scope.READ, DAY).token().name()).isEqualTo("n");
    }

    @Test
    void aPasswordLinkThatManyUseAtOnce_setsOnePassword() throws Exception {
        String link = site.catalog.identity().passwordLinks().create(member.id());
        List<Future<Optional<Account>>> used = new ArrayList<>();
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                String password = "words of person number " + i;
                used.add(people
                        .submit(() -> site.catalog.identity().passwordLinks().redeem(link,
                                password)));
            }
        }
        assertThat(used.stream().filter(one -> one.resultNow().isPresent())).hasSize(1);
    }

    @Test
    void aNewPassword_endsWhatTheOldOneLeft() {
        PasswordLinks links = site.catalog.identity().passwordLinks();
        String link = links.create(member.id());
        String stay = open(member, "192.0.2.1", "a browser");
        String token = site.catalog.identity().apiTokens()
                .create(member.id(), "nightly", Scope.READ, DAY)
                .secret();
        site.catalog.identity().accounts().changePassword(member.id(),
                "a password of its owner's choice");
        assertThat(links.find(link)).isEmpty();
        assertThat(site.catalog.identity().sessions().find(stay)).isEmpty();
        assertThat(site.catalog.identity().apiTokens().find(token)).as("its owner knew the old one")
                .isPresent();

        String forgotten = links.create(member.id());
        assertThat(links.redeem(forgotten, "a password by a link")).contains(member);
        assertThat(site.catalog.identity().apiTokens().find(token)).isEmpty();
        assertThat(links.redeem(forgotten, "another password")).isEmpty();
    }

    private String open(Account account, String origin, String agent) {
        return site.catalog.identity().sessions().open(account, DAY, origin, agent).token();
    }
}
