@NullMarked
package org.gridtorrent.engine.download;

import org.jspecify.annotations.NullMarked;
