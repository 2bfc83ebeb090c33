/** Values of subscriptions and notices. */
@NullMarked
package org.gridtorrent.catalog.notice;

import org.jspecify.annotations.NullMarked;
