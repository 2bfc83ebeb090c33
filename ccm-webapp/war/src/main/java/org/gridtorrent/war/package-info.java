/** The pages as an application of any servlet container, beside a tracker on the same database. */
@NullMarked
package org.gridtorrent.war;

import org.jspecify.annotations.NullMarked;
