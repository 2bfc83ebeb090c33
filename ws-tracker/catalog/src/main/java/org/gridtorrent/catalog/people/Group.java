package org.gridtorrent.catalog.people;

import java.text.Normalizer;
import java.time.Instant;
import java.util.Locale;

/**
 * A group of accounts that content can be shared with, as one account sees it.
 *
 * @param open listed for everybody; of a closed one only those know who are in it or were invited
 * @param members those inside
 * @param standing of the account that asked
 */
public record Group(String id, String name, String description, boolean open, int members,
        Instant created, MembershipStatus standing) {

    /** What is the same for two names that people would take for one. */
    public static String key(String name) {
        return Normalizer.normalize(name.strip(), Normalizer.Form.NFKC)
                .replaceAll("\\s+", " ").replace('\u2019', '\'').toLowerCase(Locale.ROOT);
    }

    /** Whether somebody may mean this group who types an id, or a name in any case of letters. */
    public boolean isMeantBy(String typed) {
        return id.equals(typed.strip()) || key(name).equals(key(typed));
    }
}
