/** The pages' REST interface, as the <code>dataset</code> and <code>group</code> commands use it. */
@NullMarked
package org.gridtorrent.client.pages;

import org.jspecify.annotations.NullMarked;
