package org.gridtorrent.catalog.access;

import java.util.List;

/**
 * What a revocation does to one data set.
 *
 * @param ending the rights that end
 * @param people how many may not have it any more then: none of those who keep it by another right
 */
public record Loss(String contentId, String title, List<Right> ending, long people) {
    public Loss {
        ending = List.copyOf(ending);
    }
}
