@NullMarked
package org.gridtorrent.client.fetch;

import org.jspecify.annotations.NullMarked;
