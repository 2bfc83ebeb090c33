@NullMarked
package org.gridtorrent.mdtp.http;

import org.jspecify.annotations.NullMarked;
