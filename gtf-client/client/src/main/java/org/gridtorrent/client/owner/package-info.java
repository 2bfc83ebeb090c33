/** What the machine's owner asks of it on the site's pages, besides tasks. */
@NullMarked
package org.gridtorrent.client.owner;

import org.jspecify.annotations.NullMarked;
