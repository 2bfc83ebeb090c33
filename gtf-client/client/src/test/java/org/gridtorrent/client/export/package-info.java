@NullMarked
package org.gridtorrent.client.export;

import org.jspecify.annotations.NullMarked;
