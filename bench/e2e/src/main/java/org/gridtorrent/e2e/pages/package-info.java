/** A person at the site's pages: forms filled and sent as a browser would. */
@NullMarked
package org.gridtorrent.e2e.pages;

import org.jspecify.annotations.NullMarked;
