@NullMarked
package org.gridtorrent.mdtp.schedule;

import org.jspecify.annotations.NullMarked;
