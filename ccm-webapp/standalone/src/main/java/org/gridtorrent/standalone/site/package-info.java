/** The running site: its services, started and ended together. */
@NullMarked
package org.gridtorrent.standalone.site;

import org.jspecify.annotations.NullMarked;
