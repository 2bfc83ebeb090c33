package org.gridtorrent.ccm.dataset.access;

import java.util.Optional;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Content.SharedWith;
import org.gridtorrent.ccm.ui.Messages;

/** Who may have a data set, in words. */
public final class AudienceLabels {
    private AudienceLabels() {}

    /** The names of groups and people are for the owner alone. */
    public static String audience(Messages messages, Content content, Optional<SharedWith> shared) {
        return switch (content.access()) {
            case PUBLIC -> messages.text("audience.public");
            case GROUP -> shared.map(with -> messages.text("audience.group",
                    String.join(", ", with.groupNames())))
                    .orElseGet(() -> messages.text("audience.group.some"));
            case USER -> shared.map(with -> people(messages, with))
                    .orElseGet(() -> messages.text("audience.user.you"));
        };
    }

    private static String people(Messages messages, SharedWith with) {
        return with.accountNames().isEmpty()
                ? messages.text("audience.user.nobody")
                : messages.text("audience.user.owner", String.join(", ", with.accountNames()));
    }
}
