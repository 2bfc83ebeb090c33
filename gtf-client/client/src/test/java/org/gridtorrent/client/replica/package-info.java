@NullMarked
package org.gridtorrent.client.replica;

import org.jspecify.annotations.NullMarked;
