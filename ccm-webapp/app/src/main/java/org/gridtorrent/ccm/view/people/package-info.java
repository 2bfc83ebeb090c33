/** What the pages about groups, buddies and the inbox show. */
@NullMarked
package org.gridtorrent.ccm.view.people;

import org.jspecify.annotations.NullMarked;
