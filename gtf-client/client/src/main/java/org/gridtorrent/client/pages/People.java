package org.gridtorrent.client.pages;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the pages say of groups, buddies and the inbox, and what they are told about them. */
public final class People {
    private final PagesClient pages;

    People(PagesClient pages) {
        this.pages = pages;
    }

    /** This user's groups, then the others that may be known of. */
    public List<Group> groups() throws IOException, InterruptedException {
        return pages.all("/groups", "groups", new TypeReference<>() {
        });
    }

    public GroupDetails group(String group) throws IOException, InterruptedException {
        return pages.convert(pages.get(path(group)), GroupDetails.class);
    }

    public Group createGroup(String name, String description, boolean open)
            throws IOException, InterruptedException {
        return pages.convert(pages.post("/groups",
                Map.of("name", name, "description", description, "open", open)), Group.class);
    }

    /** Changes what is given: {@code name}, {@code description}, {@code open}. */
    public Group describeGroup(String group, Map<String, Object> changes)
            throws IOException, InterruptedException {
        return pages.convert(pages.post(path(group), changes), Group.class);
    }

    public void deleteGroup(String group) throws IOException, InterruptedException {
        pages.post(path(group) + "/delete", Map.of());
    }

    /** How the user stands to the group then; null means oneself. */
    public String change(String group, GroupChange change, @Nullable String user)
            throws IOException, InterruptedException {
        return standing(path(group) + "/" + word(change),
                user == null ? Map.of() : Map.of("user", user));
    }

    public String changeRole(String group, String user, String role)
            throws IOException, InterruptedException {
        return standing(path(group) + "/role", Map.of("user", user, "role", role));
    }

    /** A page of them; earlier sites have one. */
    record Part(List<Buddies.Person> buddies, List<Buddies.Person> blocked, boolean more) {}

    public Buddies buddies() throws IOException, InterruptedException {
        Part part = pages.convert(pages.get("/buddies"), Part.class);
        List<Buddies.Person> buddies = new ArrayList<>(part.buddies());
        List<Buddies.Person> blocked = new ArrayList<>(part.blocked());
        for (int page = 2; part.more(); page++) {
            part = pages.convert(pages.get(PagesClient.page("/buddies", page)), Part.class);
            buddies.addAll(part.buddies());
            blocked.addAll(part.blocked());
        }
        return new Buddies(buddies, blocked);
    }

    /** How the two stand to each other then. */
    public String change(BuddyChange change, String user)
            throws IOException, InterruptedException {
        return standing("/buddies/" + PagesClient.segment(user) + "/" + word(change), Map.of());
    }

    public Inbox inbox() throws IOException, InterruptedException {
        return pages.convert(pages.get("/inbox"), Inbox.class);
    }

    private String standing(String path, Map<String, String> body)
            throws IOException, InterruptedException {
        return pages.post(path, body).path("standing").asText("");
    }

    private static String path(String group) {
        return "/groups/" + PagesClient.segment(group);
    }

    private static String word(Enum<?> change) {
        return change.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
