# SPDX-License-Identifier: MIT
"""As much of Unreal's Python module as unreal_water.py calls, by the names of its documentation; anything else is an
AttributeError. Keeps what the script builds, and refuses what the editor would: data of points that the spline does not
have, or that were never made known to the water body."""
LOG = []
ACTORS = []


class Vector:
    def __init__(self, x=0.0, y=0.0, z=0.0):
        self.x, self.y, self.z = float(x), float(y), float(z)


class SplineCoordinateSpace:
    LOCAL = "local"
    WORLD = "world"


class WaterSplineComponent:
    def __init__(self):
        self.points = [Vector(), Vector(), Vector()]  # a new water body has some of its own
        self.closed = False
        self.known = 3  # points whose data exist
        self.broadcasts = 0

    def clear_spline_points(self, update_spline=True):
        self.points = []

    def add_spline_point(self, position, coordinate_space, update_spline=True):
        if coordinate_space != SplineCoordinateSpace.WORLD:
            raise ValueError("local points")
        self.points.append(position)

    def set_closed_loop(self, closed_loop, update_spline=True):
        self.closed = closed_loop

    def update_spline(self):
        pass

    def k2_synchronize_and_broadcast_data_change(self):
        self.known = len(self.points)
        self.broadcasts += 1


class WaterBodyComponent:
    def __init__(self, spline):
        self.spline = spline
        self.data = {}

    def _set(self, what, key, value):
        if not 0 <= key < self.spline.known:
            raise IndexError("%s of point %r, of which nothing is known" % (what, key))
        self.data[what, key] = value

    def set_water_velocity_at_spline_input_key(self, key, velocity):
        self._set("velocity", key, velocity)


class WaterBodyRiverComponent(WaterBodyComponent):
    def set_river_width_at_spline_input_key(self, key, width):
        self._set("width", key, width)

    def set_river_depth_at_spline_input_key(self, key, depth):
        self._set("depth", key, depth)


class WaterBody:
    body_class = WaterBodyComponent

    def __init__(self, location):
        self.location = location
        self.label = ""
        self.spline = WaterSplineComponent()
        self.body = self.body_class(self.spline)

    def get_component_by_class(self, kind):
        return next((c for c in (self.spline, self.body) if isinstance(c, kind)), None)

    def set_actor_label(self, label, mark_dirty=True):
        self.label = label


class WaterBodyRiver(WaterBody):
    body_class = WaterBodyRiverComponent


class WaterBodyLake(WaterBody):
    pass


class EditorActorSubsystem:
    def spawn_actor_from_class(self, actor_class, location, rotation=None, transient=False):
        ACTORS.append(actor_class(location))
        return ACTORS[-1]


def get_editor_subsystem(subsystem):
    return subsystem()


class ScopedSlowTask:
    def __init__(self, work, desc="", enabled=True):
        self.left = work

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return False

    def make_dialog(self, can_cancel=False, allow_in_pie=False):
        pass

    def should_cancel(self):
        return False

    def enter_progress_frame(self, work=1.0, desc=""):
        self.left -= work
        if self.left < 0:
            raise ValueError("more work than was announced")


def log(arg):
    LOG.append(arg)
