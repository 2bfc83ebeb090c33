/** The pages in a real browser: what it looks like, what axe says of it, and what people do. */
@NullMarked
package org.gridtorrent.ccm.browser;

import org.jspecify.annotations.NullMarked;
