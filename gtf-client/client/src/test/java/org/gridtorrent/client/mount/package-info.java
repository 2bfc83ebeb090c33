@NullMarked
package org.gridtorrent.client.mount;

import org.jspecify.annotations.NullMarked;
