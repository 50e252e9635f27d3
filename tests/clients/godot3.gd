# SPDX-License-Identifier: MIT
# godot3-server --path PROJECT --script check.gd: what Godot 3 sees of an export that lies in a project.
extends SceneTree

var wrong = 0


func expect(truth, text):
    if not truth:
        wrong += 1
        if wrong < 10:
            print("wrong: ", text)


func told(name):
    var file = File.new()
    file.open(name, File.READ)
    var whole = JSON.parse(file.get_as_text()).result
    file.close()
    return whole


# Godot 3 reads OpenEXR as floats of 16 bits: from 1024 m on they are a metre apart.
func heights(lattice):
    var image = Image.new()
    expect(image.load("res://height.exr") == OK, "height.exr is not read")
    expect(image.get_width() == lattice.cols and image.get_height() == lattice.rows, "height.exr has another size")
    expect(image.get_format() in [Image.FORMAT_RGBAH, Image.FORMAT_RGBH, Image.FORMAT_RH, Image.FORMAT_RGBAF,
            Image.FORMAT_RF], "height.exr holds no floats")
    image.lock()
    return image


# The same heights as numbers of 16 bits, in metres by what export.json says of them.
func check_r16(image, lattice):
    var file = File.new()
    var told = told("res://r16.json").files[0]
    expect(file.open("res://height.r16", File.READ) == OK, "height.r16 is not read")
    expect(file.get_len() == 2 * lattice.cols * lattice.rows, "height.r16 has another size")
    var high = -INF
    var most = 0.0
    for row in range(lattice.rows):
        for col in range(lattice.cols):
            var metres = told.offset + told.scale * file.get_16()
            high = max(high, metres)
            most = max(most, abs(metres - image.get_pixel(col, row).r))
    expect(most < 1.0, "height.r16 and height.exr differ by %f m" % most)
    return high


func lowest_near(image, col, row, lattice):
    var low = INF
    for b in range(max(row - 1, 0), min(row + 2, lattice.rows)):
        for a in range(max(col - 1, 0), min(col + 2, lattice.cols)):
            low = min(low, image.get_pixel(a, b).r)
    return low


func check_rivers(scene, image, lattice):
    var rivers = scene.get_node("Rivers").get_children()
    var points = 0
    var named = 0
    for river in rivers:
        var curve = river.curve
        expect(river is Path and curve.get_point_count() >= 2, river.name + " is no path")
        for key in ["width", "depth", "velocity", "discharge", "strahler", "river_name"]:
            expect(river.has_meta(key), river.name + " has no " + key)
        expect(river.get_meta("width").size() == curve.get_point_count(), river.name + " has no width a point")
        expect(river.get_meta("discharge") > 0.0, river.name + " has no discharge")
        named += 1 if river.get_meta("river_name") != "" else 0
        var above = INF
        for i in range(curve.get_point_count()):
            var at = curve.get_point_position(i)
            expect(at.y <= above + 0.01, river.name + " runs uphill")
            above = at.y
            var col = int(clamp(round(at.x / lattice.step_x), 0, lattice.cols - 1))
            var row = int(clamp(round(at.z / lattice.step_y), 0, lattice.rows - 1))
            var low = lowest_near(image, col, row, lattice)
            expect(low <= at.y + 0.5, "%s: the ground is %f m, the river at %f m" % [river.name, low, at.y])
            points += 1
    expect(rivers.size() > 50 and named > 10, "%d rivers, %d with names" % [rivers.size(), named])
    return [rivers.size(), points]


func meshes_below(node, found):
    if node is MeshInstance:
        found.append(node)
    for child in node.get_children():
        meshes_below(child, found)
    return found


func check_water(scene, lattice, span):
    var lakes = 0
    for thing in meshes_below(scene.get_node("Water"), []):
        var box = thing.get_aabb()
        expect(box.position.x > -1.0 and box.position.z > -1.0, thing.name + " lies outside the land")
        expect(box.end.x < lattice.step_x * (lattice.cols - 1) + 1.0, thing.name + " lies outside the land")
        expect(box.position.y >= span.low - 1.0 and box.end.y <= span.high + 1.0, thing.name + " lies too high or low")
        for up in thing.mesh.surface_get_arrays(0)[Mesh.ARRAY_NORMAL]:
            if up.y <= 0.0:
                expect(false, thing.name + " has a normal that looks down")
                break
        lakes += 1 if thing.name.begins_with("lake_") else 0
    expect(lakes > 0, "there is no lake")


func _init():
    var export_ = told("res://export.json")
    var lattice = export_.lattice
    var image = heights(lattice)
    var high = check_r16(image, lattice)
    expect(abs(high - export_.range.high) < 0.001, "height.r16 reaches %f m" % high)
    var packed = load("res://landscape_godot3.tscn")
    expect(packed != null, "the scene does not load")
    if packed != null:
        var scene = packed.instance()
        var count = check_rivers(scene, image, lattice)
        check_water(scene, lattice, export_.range)
        if wrong == 0:
            print("saw: Godot %s, heights to %f m, %d paths with %d points in their valleys" %
                    [Engine.get_version_info().string, high, count[0], count[1]])
        scene.free()
    quit(1 if wrong else 0)
