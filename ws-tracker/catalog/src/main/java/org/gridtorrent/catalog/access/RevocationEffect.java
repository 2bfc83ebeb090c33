package org.gridtorrent.catalog.access;

import java.util.List;

/**
 * What a revocation does to one data set.
 *
 * @param ending the rights that end
 * @param people how many may not have it any more then: none of those who keep it by another right
 */
public record RevocationEffect(String contentId, String title, List<Right> ending, long people) {
    public RevocationEffect {
        ending = List.copyOf(ending);
    }
}
