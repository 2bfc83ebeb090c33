package org.gridtorrent.ccm.http;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.gridtorrent.catalog.db.DatabaseException;
import org.gridtorrent.catalog.db.DatabaseException.Why;
import org.gridtorrent.catalog.refusal.CatalogException;
import org.gridtorrent.ccm.ui.Frame;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.Theme;
import org.gridtorrent.ccm.ui.Viewer;

/** Makes the frame of each page. Safe for use by several threads. */
public final class Frames {
    private final Messages messages;
    private final Supplier<String> siteName;
    private final Supplier<String> lastName;
    private final InstantSource clock;
    private final ToIntFunction<Viewer> pending;
    private final ToIntFunction<Viewer> unseen;
    private final String root;

    /**
     * @param lastName what the site was called when the database answered last
     * @param pending how many answers a person owes
     * @param unseen how many notices a person has not seen
     * @param root the path below which the site's pages lie; empty, or with a slash in front and none at its end
     */
    public Frames(Messages messages, Supplier<String> siteName, Supplier<String> lastName,
            InstantSource clock, ToIntFunction<Viewer> pending, ToIntFunction<Viewer> unseen,
            String root) {
        this.messages = messages;
        this.siteName = siteName;
        this.lastName = lastName;
        this.clock = clock;
        this.pending = pending;
        this.unseen = unseen;
        this.root = root;
    }

    Frame frame(Visit visit, String path, String notice, Theme theme) {
        String key = "notice." + notice;
        // Only what the program itself can say: the notice comes with the address.
        Optional<String> known = messages.has(key) ? Optional.of(key) : Optional.empty();
        int owed = visit.viewer().map(pending::applyAsInt).orElse(0);
        int news = visit.viewer().map(unseen::applyAsInt).orElse(0);
        return new Frame(messages, siteName.get(), visit.viewer(), visit.csrf(), root, path, owed,
                news,
                theme, known, clock.instant());
    }

    Frame withoutDatabase(Visit nobody, String path, Theme theme) {
        return new Frame(messages, lastName.get(), nobody.viewer(), nobody.csrf(), root, path, 0, 0,
                theme, Optional.empty(), clock.instant());
    }

    Refusal databaseAway(DatabaseException away) {
        return away.why() == Why.FULL
                ? Refusal.of(507, "")
                : Refusal.of(503, messages.text("error.database"));
    }

    /** What the catalog's rules refuse, in the language that is spoken. */
    Refusal refusal(CatalogException refused) {
        return Refusal.of(Refusal.of(refused).status(), messages.text(refused));
    }

    /** @param back the page of this site that the request came from; empty when there is none to go back to */
    Reply.Html error(Refusal refusal, String back) {
        boolean login = refusal.mendedByLogin();
        String key = "error." + (login ? "session" : refusal.status());
        String known = messages.has(key) ? key : "error.400";
        boolean own = refusal.status() != 405 && !refusal.getMessage().isEmpty();
        String text = own ? refusal.getMessage() : messages.text(known + ".text");
        return new Reply.Html(refusal.status(), "error", Map.of("status", refusal.status(),
                "heading", messages.text(known), "message", text, "back", back, "login", login));
    }
}
