package org.gridtorrent.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.access.GrantType;
import org.gridtorrent.catalog.access.ReportScope;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.dataset.AccessPolicy;
import org.gridtorrent.catalog.dataset.AccessPolicy.Relation;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.Access;
import org.gridtorrent.catalog.dataset.Content.Grants;
import org.gridtorrent.catalog.dataset.Content.State;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.search.Facet;
import org.gridtorrent.catalog.search.Search;
import org.gridtorrent.catalog.search.SearchHits.Count;
import org.gridtorrent.catalog.search.SearchQuery;
import org.gridtorrent.testing.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A random site whose access and memberships change at random on two nodes: after each change, what
 * people find, follow and have counted is what {@link AccessPolicy} says of a model that was changed likewise.
 * {@code -Dsearch.seed=N} draws the same again.
 */
class SearchPolicyTest {
    private static final int PEOPLE = 12;
    private static final int GROUPS = 5;
    private static final int STEPS = TestScale.of("search.steps", 60, 600);

    private static final ReportScope WHOLE = new ReportScope("", true);

    private record Shared(String owner, Grants grants) {}

    private final long seed = TestScale.seed("search.seed");
    private final Random random = new Random(seed);
    private final List<Account> people = new ArrayList<>();
    private final Map<String, Device> devices = new HashMap<>();
    private final List<Group> groups = new ArrayList<>();
    private final Map<String, String> owners = new HashMap<>();
    // The model: who is disabled, who is in which group, what is shared with whom.
    private final Set<String> disabled = new HashSet<>();
    private final Map<String, Set<String>> members = new HashMap<>();
    private final Map<String, Shared> contents = new TreeMap<>();
    private final Map<String, DatasetFollower> followers = new HashMap<>();

    @ParameterizedTest
    @EnumSource
    void everybodyFindsWhatThePolicyAllows(TestDatabase kind) throws Exception {
        DatabaseLogin login = kind.empty();
        try (var site = new Site(login);
                Catalog second = Catalog.open(login, () -> site.now)) {
            settle(site);
            for (int i = 0; i < STEPS; i++) {
                String done = change(site, random.nextBoolean() ? site.catalog : second);
                for (Catalog node : List.of(site.catalog, second)) {
                    check(node, pick(people), "seed " + seed + ", step " + i + ", " + done);
                }
            }
            for (Account reader : people) {
                check(second, reader, "seed " + seed + ", at the end");
            }
        }
    }

    private void settle(Site site) {
        for (int i = 0; i < PEOPLE; i++) {
            Account account = site.account("person" + i);
            people.add(account);
            devices.put(account.id(), site.device(account));
        }
        for (int i = 0; i < GROUPS; i++) {
            Account owner = pick(people);
            Group group = site.catalog.people().groups().create(owner.id(), "Group " + i, "",
                    i % 2 == 0);
            groups.add(group);
            owners.put(group.id(), owner.id());
            members.put(group.id(), new HashSet<>(Set.of(owner.id())));
        }
    }

    private String change(Site site, Catalog node) {
        return switch (random.nextInt(7)) {
            case 0 -> publish(site);
            case 5 -> revoke(node);
            case 1, 2 -> changeAccess(node);
            case 3 -> join(node);
            case 4 -> leave(node);
            default -> disableOrEnable(node);
        };
    }

    private String publish(Site site) {
        Account owner = pick(people);
        if (disabled.contains(owner.id())) {
            return "nothing";
        }
        Grants grants = grants(owner);
        Content content = site.publish(owner, device(owner), "Set " + contents.size(), grants);
        contents.put(content.id(), new Shared(owner.id(), grants));
        return "published " + grants;
    }

    private String changeAccess(Catalog node) {
        if (contents.isEmpty()) {
            return "nothing";
        }
        String id = pick(List.copyOf(contents.keySet()));
        Account owner = person(shared(id).owner());
        Grants grants = grants(owner);
        assertThat(node.access().grants().replace(owner.id(), id, grants)).isTrue();
        contents.put(id, new Shared(owner.id(), grants));
        return "shared " + id + " " + grants;
    }

    /** One right, by an administrator's list. */
    private String revoke(Catalog node) {
        List<Right> rights = node.access().report().rights(WHOLE, "", 10_000).items().stream()
                .filter(right -> right.key().isRevocable()).toList();
        if (rights.isEmpty()) {
            return "nothing";
        }
        Right.Key key = pick(rights).key();
        assertThat(node.access().revocations().revoke(new ReportScope(people.getFirst().id(), true),
                List.of(key))).isEqualTo(1);
        Shared before = shared(key.contentId());
        contents.put(key.contentId(), new Shared(before.owner(), new Grants(
                key.road() == GrantType.GROUP ? Access.GROUP : Access.USER,
                without(before.grants().groupIds(), key.whoId()),
                without(before.grants().accountIds(), key.whoId()))));
        return "revoked " + key;
    }

    private static List<String> without(List<String> ids, String id) {
        return ids.stream().filter(each -> !each.equals(id)).toList();
    }

    private String join(Catalog node) {
        Group group = pick(groups);
        Account account = pick(people);
        node.people().memberships().invite(owner(group), group.id(), account.id());
        if (random.nextInt(4) > 0
                && node.people().memberships().accept(account.id(), group.id(), account.id())) {
            inside(group.id()).add(account.id());
        }
        return account.name() + " in " + group.name();
    }

    private String leave(Catalog node) {
        Group group = pick(groups);
        Account account = pick(people);
        if (!account.id().equals(owner(group))) {
            boolean left = random.nextBoolean()
                    ? node.people().memberships().leave(account.id(), group.id())
                    : node.people().memberships().remove(owner(group), group.id(), account.id());
            if (left) {
                inside(group.id()).remove(account.id());
            }
        }
        return account.name() + " out of " + group.name();
    }

    private String disableOrEnable(Catalog node) {
        Account account = pick(people);
        if (disabled.remove(account.id())) {
            node.identity().accounts().enable(account.id());
        } else if (random.nextInt(3) == 0) {
            node.identity().accounts().disable(account.id());
            disabled.add(account.id());
        }
        return account.name() + " disabled: " + disabled.contains(account.id());
    }

    private Grants grants(Account owner) {
        List<String> own = groups.stream().map(Group::id)
                .filter(id -> inside(id).contains(owner.id())).toList();
        return switch (random.nextInt(3)) {
            case 0 -> Grants.EVERYONE;
            case 1 -> own.isEmpty() ? Grants.EVERYONE : Grants.groups(some(own));
            default -> Grants.accounts(some(people.stream().map(Account::id).toList()));
        };
    }

    private void check(Catalog node, Account reader, String when) {
        Search.Page page = node.discovery().search().find(reader.id(),
                SearchQuery.newest("", 1000));
        DatasetFollower follower = followers.computeIfAbsent(reader.id(),
                id -> new DatasetFollower(id, 7));
        follower.follow(node);
        List<String> allowed = contents.entrySet().stream()
                .filter(each -> mayRead(reader.id(), each.getValue())).map(Map.Entry::getKey)
                .toList();
        assertThat(page.lines()).extracting(line -> line.content().id()).as(when)
                .containsExactlyInAnyOrderElementsOf(allowed);
        assertThat(follower.list.keySet()).as(when).containsExactlyInAnyOrderElementsOf(allowed);
        assertThat(page.total()).as(when).isEqualTo(allowed.size());
        assertThat(node.access().report().ofPerson(WHOLE, reader.id(), "", 0, 10_000).items())
                .as(when).extracting(right -> right.key().contentId())
                .hasSameElementsAs(allowed);
        assertThat(counts(page, Facet.ACCESS)).as(when).isEqualTo(counted(allowed.stream()
                .map(id -> shared(id).grants().access().name().toLowerCase(
                        Locale.ROOT))
                .toList()));
        assertThat(counts(page, Facet.OWNER)).as(when).isEqualTo(counted(allowed.stream()
                .map(id -> person(shared(id).owner()).name()).toList()));
        assertThat(counts(page, Facet.GROUP)).as(when).isEqualTo(counted(allowed.stream()
                .map(this::shared).map(Shared::grants)
                .filter(grants -> grants.access() == Access.GROUP)
                .flatMap(grants -> grants.groupIds().stream())
                .filter(id -> inside(id).contains(reader.id())).toList()));
    }

    private boolean mayRead(String reader, Shared shared) {
        return AccessPolicy.mayRead(shared.grants().access(), State.PUBLISHED, new Relation(
                !disabled.contains(reader), shared.owner().equals(reader),
                shared.grants().groupIds().stream()
                        .anyMatch(id -> inside(id).contains(reader)),
                shared.grants().accountIds().contains(reader)));
    }

    private static Map<String, Integer> counts(Search.Page page, Facet facet) {
        return page.counts().getOrDefault(facet, List.of()).stream()
                .collect(Collectors.toMap(Count::value, Count::count));
    }

    private static Map<String, Integer> counted(List<String> values) {
        return values.stream().collect(Collectors.toMap(value -> value, _ -> 1, Integer::sum));
    }

    private Set<String> inside(String group) {
        return Objects.requireNonNull(members.get(group));
    }

    private Shared shared(String id) {
        return Objects.requireNonNull(contents.get(id));
    }

    private String owner(Group group) {
        return Objects.requireNonNull(owners.get(group.id()));
    }

    private Device device(Account owner) {
        return Objects.requireNonNull(devices.get(owner.id()));
    }

    private Account person(String id) {
        return people.stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
    }

    private List<String> some(List<String> all) {
        int count = 1 + random.nextInt(Math.min(3, all.size()));
        List<String> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, random);
        return List.copyOf(shuffled.subList(0, count));
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
