@NullMarked
package org.gridtorrent.engine.connection;

import org.jspecify.annotations.NullMarked;
