/** A site's folder: what lies where, who holds it, and what the last start was told. */
@NullMarked
package org.gridtorrent.standalone.home;

import org.jspecify.annotations.NullMarked;
